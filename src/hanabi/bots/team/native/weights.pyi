from hanabi.bots.team.engine.weights import *
