"""The pauses of bots before they move (`live/clock.py`)."""

from typing import Literal

from hanabi.server.tables.feature import Command

Pace = Literal["slow", "normal", "fast"]


class ChoosePace(Command, frozen=True, tag="pace"):
    """How fast bots play while you are connected; the slowest choice of all players wins. It is not stored."""

    pace: Pace


class Skip(Command, frozen=True, tag="skip"):
    """Players: bots move without a pause until a person's turn. It is not stored."""
