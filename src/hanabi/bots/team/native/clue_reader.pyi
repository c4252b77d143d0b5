from hanabi.bots.team.engine.clue_reader import *
