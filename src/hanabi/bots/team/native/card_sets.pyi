from hanabi.bots.team.engine.card_sets import *
