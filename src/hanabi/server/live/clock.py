"""Time at a table: the clock of the players and the pace of the bots."""

import time
from collections.abc import Collection

from hanabi.server.database import Store
from hanabi.server.tables import Table
from hanabi.server.tables.features.bot_pauses import Pace

# Multiples of the usual pause.
FACTORS: dict[Pace, float] = {"slow": 2.5, "normal": 1.0, "fast": 0.25}


class TableClock:
    def __init__(self, table: Table, store: Store) -> None:
        self._table, self._store = table, store
        # During a game: a time of the store, and the monotonic clock at that moment.
        self._anchor: tuple[float, float] | None = None

    def now(self) -> float:
        """During a game it follows the monotonic clock, so that changing the system clock neither takes time from
        players nor gives them any.
        """
        if self._table.phase != "playing":
            self._anchor = None
            return self._store.now()
        if self._anchor is None:
            self._anchor = (max(self._store.now(), self._table.changed_at), time.monotonic())
        at, then = self._anchor
        return at + time.monotonic() - then

    def caught_up(self) -> None:
        """Events of another process were applied; its clock may be ahead of ours."""
        if self._anchor is not None and self._table.changed_at > self.now():
            self._anchor = None

    def time_left(self) -> float | None:
        """Seconds that the current player has left; None without a running clock."""
        table = self._table
        seat = None if table.game is None else table.game.player
        if seat is None or table.options.clock.kind == "none" or table.occupants[seat].away:
            return None
        return table.time_left[seat] - (self.now() - table.turn_started_at)

    def due_at(self) -> float | None:
        """When a bot or the clock has something to do; None: only people do."""
        game = self._table.game
        if game is None or game.player is None:
            return None
        if self._table.occupants[game.player].bot is not None:
            return self.now()
        left = self.time_left()
        return None if left is None else self.now() + max(0.0, left)


class BotPace:
    """How fast bots move: the choice of the connected players. It is never stored."""

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
