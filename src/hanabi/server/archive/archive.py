"""The archive of finished games, one row per game: results on the same deal, results of a day, one's own results."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple
from weakref import WeakSet

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, update

from hanabi.server.actor import Actor, Owner
from hanabi.server.archive.contests.results import count_result
from hanabi.server.archive.deals import deal_key
from hanabi.server.archive.losses import Losses, losses_of
from hanabi.server.archive.ratings import is_rated
from hanabi.server.archive.statistics import FinishedGame
from hanabi.server.archive.totals import count_game, count_public_score
from hanabi.server.database import Store, StoreError, upsert
from hanabi.server.database.schema import finished_games as games, holders, tables
from hanabi.server.tables import Table, apply_entry, ends_at, entry_of, is_sealed
from hanabi.server.tasks import TaskSet

logger = logging.getLogger("hanabi.archive")
MAX_RESULTS = 200
# Streaks of daily deals are counted up to this length.
MAX_STREAK = 999
BATCH = 50
PAUSE = 0.05
# A seat, the key that holds it, and the account of that key, if any.
HeldSeatRow = tuple[int, str, int | None]


class ArchivedPlayer(Struct, frozen=True):
    """A player of a finished game; `bot` is the name of the bot, if it was one."""

    name: str
    bot: str | None = None


class GameResult(Struct, frozen=True):
    """One finished game in a list. `table` is null for somebody else's private game."""

    table: str | None
    over_at: float
    score: int
    max_score: int
    outcome: str
    seats: list[ArchivedPlayer]
    casual: bool
    again: bool
    mine: bool


class DailyDay(Struct, frozen=True):
    """The best result on the deals of a day."""

    day: str
    players: int
    score: int
    max_score: int
    table: str


class DailyStanding(NamedTuple):
    """The best result on a day's deals, how many days in a row have one, the tables where this actor first finished the
    deals of the day, by number of players, and the best result of each day, the newest first."""

    score: int | None
    max_score: int | None
    streak: int
    tables: dict[int, str]
    history: list[DailyDay]


class Archive:
    """Archives every game that ends. Games that ended just before a crash are archived at the next start."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # Tables in memory whose game was archived; a table may change after its end.
        self._archived: WeakSet[Table] = WeakSet()
        self._tasks = TaskSet(_log_failure)
        # What rates a game that counts for that.
        self.when_archived: Callable[[Table], None] | None = None

    def add(self, table: Table) -> None:
        if table not in self._archived:
            self._archived.add(table)
            self._tasks.spawn(self._insert(table))

    def open(self) -> None:
        self._tasks.spawn(self._archive_missed())

    async def close(self) -> None:
        """Finish the games in progress; the rest waits for the next start."""
        await self._tasks.close(grace=2.0)

    async def settle(self) -> None:
        """Wait until all games that have ended are archived."""
        await self._tasks.join()

    async def others(self, deal: str, actor: Actor) -> list[GameResult]:
        """All games on a deal, the best first."""
        return await self._results(games.c.deal == deal, actor)

    async def of_day(self, day: str, players: int, actor: Actor) -> list[GameResult]:
        """All games of a day's deal that ended in time."""
        in_time = and_(games.c.daily == day, games.c.players == players, games.c.over_at < ends_at(day))
        return await self._results(in_time, actor)

    async def may_look(self, table: Table, actor: Actor, now: float | None = None) -> bool:
        """Whether this actor may see a finished game's cards: those of today's deal only after playing it."""
        if table.seat_of(actor.key, actor.account) is not None:
            return True
        return await self.has_seen(table.daily, len(table.occupants), actor, now)

    async def has_seen(self, day: str | None, players: int, actor: Actor, now: float | None = None) -> bool:
        if day is None or not is_sealed(day, time.time() if now is None else now):
            return True
        return players in (await self.daily_standing(day, actor)).tables

    async def daily_standing(self, day: str, actor: Actor) -> DailyStanding:
        """A streak that reached yesterday is not broken yet."""
        if actor.key is None:
            return DailyStanding(None, None, 0, {}, [])
        columns = select(
            games.c.daily, games.c.players, games.c.table_id, games.c.score, games.c.max_score, games.c.over_at
        )
        earliest = (date.fromisoformat(day) - timedelta(days=MAX_STREAK)).isoformat()
        query = columns.join(holders, holders.c.table_id == games.c.table_id).where(
            held_by_actor(actor), games.c.daily.between(earliest, day)
        )
        query = query.order_by(games.c.over_at.desc())
        rows = await self._store.query(lambda connection: connection.execute(query).all())
        in_time = [row for row in rows if row.over_at < ends_at(row.daily)]
        days, last = {row.daily for row in in_time}, date.fromisoformat(day)
        if day not in days:
            last -= timedelta(days=1)
        streak = 0
        while (last - timedelta(days=streak)).isoformat() in days:
            streak += 1
        by_score = sorted(in_time, key=lambda row: row.score)
        best = {row.daily: DailyDay(row.daily, row.players, row.score, row.max_score, row.table_id) for row in by_score}
        own = best.get(day)
        tables = {row.players: row.table_id for row in rows if row.daily == day}
        history = [best[played] for played in sorted(best, reverse=True)]
        score, max_score = (None, None) if own is None else (own.score, own.max_score)
        return DailyStanding(score, max_score, streak, tables, history)

    async def _results(self, condition: ColumnElement[bool], actor: Actor) -> list[GameResult]:
        def find(connection: Connection) -> list[GameResult]:
            query = select(games).where(condition).order_by(games.c.score.desc(), games.c.over_at).limit(MAX_RESULTS)
            rows = connection.execute(query).all()
            listed = holders.c.table_id.in_([row.table_id for row in rows])
            own = set(connection.execute(select(holders.c.table_id).where(held_by_actor(actor), listed)).scalars())
            return [result_of(row, mine=row.table_id in own) for row in rows]

        return await self._store.query(find)

    async def counts_of_day(self, day: str) -> dict[int, int]:
        """The number of games of a day's deals that ended in time, by number of players."""
        in_time = and_(games.c.daily == day, games.c.over_at < ends_at(day))
        query = select(games.c.players, func.count().label("ended")).where(in_time).group_by(games.c.players)
        return await self._store.query(lambda connection: {row.players: row.ended for row in connection.execute(query)})

    async def count_claim(self, table_id: str, seat: int, key: str, account: int | None) -> None:
        """Count a finished game for somebody who got one of its seats only after it ended."""

        def work(connection: Connection) -> None:
            row = connection.execute(select(games).where(games.c.table_id == table_id)).first()
            if row is not None and row.deal is not None:
                count_game(connection, _seen_by_owners(row, [(seat, key, account)]))

        await self._store.write(work)

    async def _insert(self, table: Table) -> None:
        row = _row(table)
        seats = [
            (seat, key, account) for seat, occupant in enumerate(table.occupants) for key, account in occupant.holders
        ]

        def work(connection: Connection) -> None:
            if row["daily"] is not None:
                keys, accounts = [key for _, key, _ in seats], [account for *_, account in seats if account is not None]
                others = select(games.c.table_id).join(holders, holders.c.table_id == games.c.table_id)
                same_deal = and_(games.c.daily == row["daily"], games.c.players == row["players"])
                earlier = others.where(same_deal, games.c.table_id != table.id, _held_by(keys, accounts))
                row["again"] = connection.execute(earlier.limit(1)).first() is not None
                row["rated"] = None if row["again"] else row["rated"]
            new = upsert(connection, games).values(**row).on_conflict_do_nothing()
            if connection.execute(new).rowcount:
                # Otherwise another process, or an earlier run, was first.
                _count(connection, SimpleNamespace(**row), table.is_listed, seats)
                count_result(connection, table)
            connection.execute(update(tables).where(tables.c.id == table.id).values(archived=True))

        await self._store.write(work)
        if row["rated"] is False and self.when_archived is not None:
            self.when_archived(table)

    async def _archive_missed(self) -> None:
        """Archive games that ended just before a crash."""
        missed = select(tables.c.id).where(tables.c.phase == "over", tables.c.archived.is_(False))

        def next_batch(after: str, connection: Connection) -> list[str]:
            batch = missed.where(tables.c.id > after).order_by(tables.c.id).limit(BATCH)
            return list(connection.execute(batch).scalars())

        after = ""
        while table_ids := await self._store.query(partial(next_batch, after)):
            for table_id in table_ids:
                table = Table(table_id)
                for row in await self._store.read(table_id):
                    apply_entry(table, entry_of(row))
                if table.phase == "over":
                    await self._insert(table)
                await asyncio.sleep(PAUSE)
            after = table_ids[-1]


def _log_failure(error: BaseException) -> None:
    # The heartbeat reports a StoreError; the game is archived at the next start.
    if not isinstance(error, StoreError):
        logger.warning("a finished game was not archived", extra={"error": repr(error)})


def _count(connection: Connection, row: Any, public: bool, seats: list[HeldSeatRow]) -> None:
    """Count a newly archived game in the public scores and for everybody who played it."""
    if public:
        count_public_score(connection, row.edition, row.players, row.outcome, row.score)
    if row.deal is None:
        return
    # A player may have signed in during the game, which the database knows and the table does not.
    rows = connection.execute(select(holders).where(holders.c.table_id == row.table_id))
    accounts = {(holder.seat, holder.key): holder.account_id for holder in rows}
    owned = [(seat, key, account or accounts.get((seat, key))) for seat, key, account in seats]
    count_game(connection, _seen_by_owners(row, owned))


def _seen_by_owners(row: Any, seats: list[HeldSeatRow]) -> dict[str, FinishedGame]:
    """A finished game as the owner of each of these seats sees it."""
    players = msgspec.json.decode(row.seats, type=list[ArchivedPlayer])
    losses = msgspec.json.decode(row.facts, type=Losses) if row.facts else Losses()
    owners: dict[str, FinishedGame] = {}
    for seat, key, account in seats:
        owners[Owner.of(key, account)] = FinishedGame(
            edition=row.edition,
            players=row.players,
            people=tuple(player.name for place, player in enumerate(players) if place != seat and player.bot is None),
            bots=tuple(sorted({player.bot for player in players if player.bot is not None})),
            score=row.score,
            max_score=row.max_score,
            outcome=row.outcome,
            losses=losses,
        )
    return owners


def _held_by(keys: Iterable[str], accounts: Iterable[int]) -> ColumnElement[bool]:
    return or_(holders.c.key.in_(list(keys)), holders.c.account_id.in_(list(accounts)))


def held_by_actor(actor: Actor) -> ColumnElement[bool]:
    return _held_by([actor.key or ""], [] if actor.account is None else [actor.account])


def is_public_game(table: Table) -> bool:
    """Whether a finished game is shown with its players. Games of the daily deals are, too."""
    return table.counts and (table.is_listed or (table.daily is not None and not table.hidden))


def _row(table: Table) -> dict[str, Any]:
    game = table.game
    assert game is not None
    assert game.over is not None
    key = deal_key(table.rules, len(table.occupants), game.first, game.deck, game.rewards)
    players = [ArchivedPlayer(occupant.name or "", occupant.bot) for occupant in table.occupants]
    return {
        "table_id": table.id,
        "over_at": table.changed_at,
        "deal": key if table.is_compared else None,
        "deal_kind": table.deal_kind,
        "daily": table.daily if table.counts else None,
        "public": is_public_game(table),
        "players": len(table.occupants),
        "edition": table.rules.edition,
        "score": game.over.score,
        "max_score": table.rules.max_score,
        "outcome": game.over.outcome,
        "casual": table.casual,
        "again": False,
        "rated": False if is_rated(table) else None,
        "seats": msgspec.json.encode(players).decode(),
        "facts": msgspec.json.encode(losses_of(game)).decode(),
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
