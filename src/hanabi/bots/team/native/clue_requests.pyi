from hanabi.bots.team.engine.clue_requests import *
