"""How fast bots move at a table: the choice of the connected players. It is never stored."""

from collections.abc import Collection
from typing import Literal

from hanabi.server.tables import Table

Pace = Literal["slow", "normal", "fast"]
# Multiples of the usual pause.
FACTORS: dict[Pace, float] = {"slow": 2.5, "normal": 1.0, "fast": 0.25}


class BotPace:
    def __init__(self) -> None:
        self._chosen: dict[int, Pace] = {}
        # The number of actions when a player last asked bots not to pause until a person's turn.
        self.skipped_at: int | None = None

    def choose(self, seat: int, pace: Pace) -> None:
        self._chosen[seat] = pace

    def chosen_by(self, seats: Collection[int]) -> dict[int, Pace]:
        return {seat: pace for seat, pace in self._chosen.items() if seat in seats}

    def factor(self, table: Table, connected: Collection[int]) -> float:
        """The slowest choice of the connected players; 0.0 while a skip lasts: until a person has moved."""
        if self.skipped_at is not None:
            later = table.actors[self.skipped_at :]
            if all(table.occupants[seat].bot is not None for seat in later):
                return 0.0
        return max((FACTORS[pace] for pace in self.chosen_by(connected).values()), default=1.0)
