"""Judging: what each move was worth, and why."""
