"""Finished games: results, statistics, daily deals, studies, reviews and puzzles."""
