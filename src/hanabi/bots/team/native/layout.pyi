from hanabi.bots.team.engine.layout import *
