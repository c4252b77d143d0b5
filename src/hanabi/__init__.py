"""Hanabi, the cooperative card game: one referee for playing, recording, simulating and studying it."""

__version__ = "0.1.0"
