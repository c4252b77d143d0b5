from hanabi.bots.team.engine.play_features import *
