"""Finished games: compared, counted, studied, explained and reviewed."""
