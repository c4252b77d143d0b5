from hanabi.bots.team.engine.conventions import belief as belief
