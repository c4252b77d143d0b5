"""One deal a day and number of players, the same for everybody (docs/protocol.md, "A fair deck")."""

from hanabi.tables import stored_events
from hanabi.tables.command_handlers import Actor
from hanabi.tables.finished.deals import daily_seed, server_secret
from hanabi.tables.live.live_table import LiveTable
from hanabi.tables.live.registry import TableRegistry
from hanabi.tables.options import Options
from hanabi.tables.stored_events import Seating


def daily_options(players: int) -> Options:
    """Everybody plays the same game: the common base rules, nobody watches, nothing is taken back."""
    return Options(seats=players, first=0, take_backs=False, spectators="none")


class DailyDeals:
    def __init__(self, registry: TableRegistry) -> None:
        self._hall = registry
        self._secret: bytes | None = None
        # What was opened here today; the database learns of it a moment later.
        self._begun: dict[tuple[str, int, str], str] = {}

    def begun(self, day: str, players: int, actor: Actor) -> str | None:
        """The table where this actor has just begun the deal of a day."""
        return self._begun.get((day, players, actor.key or ""))

    async def open_table(self, day: str, players: int, actor: Actor, seats: tuple[Seating, ...]) -> LiveTable:
        if self._secret is None:
            self._secret = await server_secret(self._hall.store)
        given = stored_events.Branch(daily_seed(self._secret, day, players).hex(), 0, ())
        live = await self._hall.create(daily_options(players), actor, seats, branch=given, daily=day)
        self._begun = {key: table for key, table in self._begun.items() if key[0] == day}
        self._begun[day, players, actor.key or ""] = live.table.id
        return live
