from hanabi.bots.team.engine.features import *
