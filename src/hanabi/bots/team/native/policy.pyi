from hanabi.bots.team.engine.policy import *
