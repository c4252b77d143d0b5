from hanabi.bots.team.engine.connections import *
