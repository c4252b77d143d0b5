from hanabi.bots.team.engine.discard_features import *
