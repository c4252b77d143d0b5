from hanabi.bots.team.engine.updates import *
