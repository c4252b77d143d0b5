from hanabi.bots.team.engine.level_table import *
