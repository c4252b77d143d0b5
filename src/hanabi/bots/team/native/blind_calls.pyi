from hanabi.bots.team.engine.blind_calls import *
