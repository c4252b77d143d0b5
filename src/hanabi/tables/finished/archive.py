"""Finished games, one row each, to compare and to count: others on the same deal, results of a day, one's own."""

import asyncio
import logging
import time
from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, insert, or_, select
from sqlalchemy.exc import IntegrityError

from hanabi.analysis.losses import losses_of
from hanabi.tables.command_handlers import Actor
from hanabi.tables.finished.deals import deal_key, ends_at, is_veiled
from hanabi.tables.live.registry import TableRegistry
from hanabi.tables.store.schema import finished_games as games
from hanabi.tables.store.schema import holders, tables
from hanabi.tables.stored_events import entry_of
from hanabi.tables.table import Table

logger = logging.getLogger("hanabi.archive")
MAX_RESULTS = 200
BACKFILL_BATCH = 50
BACKFILL_PAUSE = 0.05


class ArchivedPlayer(Struct, frozen=True):
    """A player of a finished game; `bot` is the bot's name where one played."""

    name: str
    bot: str | None = None


class GameResult(Struct, frozen=True):
    """One finished game in a list. `table` is null where the game was private and is not one's own."""

    table: str | None
    over_at: float
    score: int
    max_score: int
    outcome: str
    seats: list[ArchivedPlayer]
    casual: bool
    again: bool
    mine: bool


class Archive:
    """Archives every game that ends; what a crash has prevented is done at the next start."""

    def __init__(self, registry: TableRegistry) -> None:
        self._store = registry.store
        self._archived: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        registry.when_over = self.add

    def add(self, table: Table) -> None:
        if table.id not in self._archived:
            self._archived.add(table.id)
            self._spawn(self._insert(table))

    def open(self) -> None:
        self._spawn(self._backfill())

    async def close(self) -> None:
        """Finish what is under way; the rest waits for the next start."""
        _, late = await asyncio.wait(self._tasks, timeout=2) if self._tasks else (set(), set())
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def settle(self) -> None:
        """Wait until all games that have ended are archived."""
        await asyncio.gather(*self._tasks)

    async def others(self, deal: str, actor: Actor) -> list[GameResult]:
        """All games on a deal, the best first."""
        return await self._results(games.c.deal == deal, actor)

    async def of_day(self, day: str, players: int, actor: Actor) -> list[GameResult]:
        """All games of a day's deal that ended in time."""
        wanted = and_(games.c.daily == day, games.c.players == players, games.c.over_at < ends_at(day))
        return await self._results(wanted, actor)

    async def may_look(self, table: Table, actor: Actor, now: float | None = None) -> bool:
        """Whether a finished game's cards may be shown: today's deal only to those who have played it."""
        if table.seat_of(actor.key, actor.account) is not None:
            return True
        return await self.has_seen(table.daily, len(table.occupants), actor, now)

    async def has_seen(self, day: str | None, players: int, actor: Actor, now: float | None = None) -> bool:
        if day is None or not is_veiled(day, time.time() if now is None else now):
            return True
        return await self.own_result(day, players, actor) is not None

    async def own_result(self, day: str, players: int, actor: Actor) -> str | None:
        """The table where this actor finished the deal of a day."""
        wanted = select(games.c.table_id).join(holders, holders.c.table_id == games.c.table_id)
        mine = _held_by([actor.key or ""], [] if actor.account is None else [actor.account])
        found = wanted.where(games.c.daily == day, games.c.players == players, mine).order_by(games.c.over_at)
        return await self._store.cold(lambda connection: connection.execute(found).scalar())

    async def _results(self, wanted: ColumnElement[bool], actor: Actor) -> list[GameResult]:
        def find(connection: Connection) -> list[GameResult]:
            rows = select(games).where(wanted).order_by(games.c.score.desc(), games.c.over_at).limit(MAX_RESULTS)
            found = connection.execute(rows).all()
            held = _held_by([actor.key or ""], [] if actor.account is None else [actor.account])
            own = select(holders.c.table_id).where(held, holders.c.table_id.in_([row.table_id for row in found]))
            mine = {row.table_id for row in connection.execute(own)}
            return [result_of(row, mine=row.table_id in mine) for row in found]

        return await self._store.cold(find)

    async def _insert(self, table: Table) -> None:
        row = _row(table)
        keys = [key for occupant in table.occupants for key in occupant.keys]
        accounts = [account for occupant in table.occupants for account in occupant.accounts]

        def work(connection: Connection) -> None:
            if row["daily"] is not None:
                before = select(games.c.table_id).join(holders, holders.c.table_id == games.c.table_id)
                same = and_(games.c.daily == row["daily"], games.c.players == row["players"])
                found = before.where(same, games.c.table_id != table.id, _held_by(keys, accounts))
                row["again"] = connection.execute(found.limit(1)).first() is not None
            connection.execute(insert(games).values(**row))

        try:
            await self._store.cold(work)
        except IntegrityError:
            # Another process, or an earlier run, was first.
            return

    async def _backfill(self) -> None:
        """Archive games that ended before there was an archive, or just before a crash."""
        missing = select(tables.c.id).where(tables.c.phase == "over", tables.c.id.not_in(select(games.c.table_id)))

        def next_batch(after: str, connection: Connection) -> list[str]:
            wanted = missing.where(tables.c.id > after).order_by(tables.c.id).limit(BACKFILL_BATCH)
            return [row.id for row in connection.execute(wanted)]

        after = ""
        while found := await self._store.cold(partial(next_batch, after)):
            for table_id in found:
                rows = await self._store.read(table_id)
                table = Table(table_id)
                for row in rows:
                    table.apply(entry_of(row))
                if table.phase == "over":
                    await self._insert(table)
                await asyncio.sleep(BACKFILL_PAUSE)
            after = found[-1]

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)

    def _task_done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.warning("a finished game was not archived", extra={"error": repr(error)})


def _held_by(keys: Iterable[str], accounts: Iterable[int]) -> ColumnElement[bool]:
    return or_(holders.c.key.in_(list(keys)), holders.c.account_id.in_(list(accounts)))


def is_public(table: Table) -> bool:
    """Whether a finished game is shown with its players: the games of the daily deals are, too."""
    return table.counts and (table.is_listed or (table.daily is not None and not table.hidden))


def _row(table: Table) -> dict[str, Any]:
    game = table.game
    assert game is not None
    assert game.over is not None
    assert table.started is not None
    counts = table.counts
    players = [ArchivedPlayer(occupant.name or "", occupant.bot) for occupant in table.occupants]
    return {
        "table_id": table.id,
        "over_at": table.changed_at,
        "deal": deal_key(table.rules, len(table.occupants), game.first, game.deck, game.rewards) if counts else None,
        "daily": table.daily if counts else None,
        "public": is_public(table),
        "players": len(table.occupants),
        "edition": table.rules.edition,
        "score": game.over.score,
        "max_score": table.rules.max_score,
        "outcome": game.over.outcome,
        "casual": table.casual,
        "again": False,
        "seats": msgspec.json.encode(players).decode(),
        "facts": msgspec.json.encode(losses_of(table.record())).decode(),
    }


def result_of(row: Any, *, mine: bool) -> GameResult:
    visible = row.public or mine
    return GameResult(
        table=row.table_id if visible else None,
        over_at=row.over_at,
        score=row.score,
        max_score=row.max_score,
        outcome=row.outcome,
        seats=msgspec.json.decode(row.seats, type=list[ArchivedPlayer]) if visible else [],
        casual=row.casual,
        again=row.again,
        mine=mine,
    )
