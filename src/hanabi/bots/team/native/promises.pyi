from hanabi.bots.team.engine.promises import *
