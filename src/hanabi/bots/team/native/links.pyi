from hanabi.bots.team.engine.links import *
