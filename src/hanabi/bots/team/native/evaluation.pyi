from hanabi.bots.team.engine.evaluation import *
