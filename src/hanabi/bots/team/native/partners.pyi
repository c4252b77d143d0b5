from hanabi.bots.team.engine.partners import *
