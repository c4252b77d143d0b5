from hanabi.bots.team.engine.belief import *
