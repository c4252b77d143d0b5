from hanabi.bots.team.engine.referee import *
