from hanabi.bots.team.engine.move_worth import *
