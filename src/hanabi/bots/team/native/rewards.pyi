from hanabi.bots.team.engine.rewards import *
