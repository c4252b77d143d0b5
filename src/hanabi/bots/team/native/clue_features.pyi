from hanabi.bots.team.engine.clue_features import *
