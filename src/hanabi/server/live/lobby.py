"""Lists of tables: open ones, running ones to watch, finished ones, and those where somebody holds a seat."""

import time
from collections import Counter
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from hanabi.server.actor import Actor
from hanabi.server.database.schema import holders, tables
from hanabi.server.refusals import Refused

# The longest list of tables in a response.
MAX_TABLES = 100
# Open tables that are considered for it, per phase: those where somebody was last.
MAX_CONSIDERED = 1000
# Presence is stored every minute. Somebody seen this many seconds ago is still there; a table is not abandoned yet.
PRESENT_SECONDS, LISTED_SECONDS = 150.0, 6 * 3600.0


class SeatSummary(Struct, frozen=True):
    name: str | None
    kind: Literal["empty", "human", "bot"]


class SeenProgress(Struct, frozen=True):
    """How far spectators see a game that they see later."""

    player: int | None
    turn: int
    score: int
    fireworks: dict[str, int]


class TableSummary(Struct, frozen=True):
    """`watching` counts the spectators; `fireworks` has the number of cards on each. Where spectators see the game
    later, everybody but its players gets `player`, `turn`, `score` and `fireworks` as spectators see them (`seen`); in
    an event, nobody else gets them before `sealed_until`, nor `over`. `contest` is the event."""

    id: str
    title: str
    phase: Literal["setup", "playing", "over", "closed"]
    created_at: float
    updated_at: float
    players: int
    seats: list[SeatSummary]
    rules: dict[str, str | int | bool | None]
    by_the_book: bool
    communication: str
    clock: dict[str, Any]
    spectators: str
    over: dict[str, Any] | None
    player: int | None = None
    turn: int | None = None
    score: int | None = None
    max_score: int | None = None
    fireworks: dict[str, int] = {}
    daily: str | None = None
    contest: str | None = None
    sealed_until: float = 0.0
    spectator_delay: int = 0
    watching: int = 0
    seen: SeenProgress | None = None


class HeldSeat(Struct, frozen=True):
    seat: int
    your_turn: bool
    table: TableSummary


def decode_summary(text: str) -> TableSummary:
    return msgspec.json.decode(text, type=TableSummary)


def open_tables(
    connection: Connection, now: float, per_address: int, seen_within: float = LISTED_SECONDS
) -> list[TableSummary]:
    """Tables with somebody present come first. At most `per_address` of one address (0: any number), so that nobody
    crowds out other people's tables.
    """
    rows: list[Any] = []
    columns = select(tables.c.id, tables.c.opened_from, tables.c.updated_at, tables.c.seen_at)
    for phase in ("setup", "playing"):
        listed = columns.where(tables.c.phase == phase, tables.c.public.is_(True), tables.c.seen_at > now - seen_within)
        rows += connection.execute(listed.order_by(tables.c.seen_at.desc()).limit(MAX_CONSIDERED))
    rows.sort(key=lambda row: (row.seen_at > now - PRESENT_SECONDS, row.updated_at), reverse=True)
    shown: list[str] = []
    counts: Counter[str] = Counter()
    for row in rows:
        if row.opened_from is not None and per_address:
            counts[row.opened_from] += 1
            if counts[row.opened_from] > per_address:
                continue
        shown.append(row.id)
        if len(shown) == MAX_TABLES:
            break
    query = select(tables.c.id, tables.c.summary).where(tables.c.id.in_(shown))
    summaries = {row.id: row.summary for row in connection.execute(query)}
    return [_as_spectators_see(decode_summary(summaries[table_id])) for table_id in shown]


def watchable_tables(connection: Connection, now: float, per_address: int) -> list[TableSummary]:
    """The most followed first. Daily deals are left out: only those who have played one may see it."""
    running = [
        table
        for table in open_tables(connection, now, per_address, PRESENT_SECONDS)
        if table.phase == "playing" and table.spectators != "none" and table.daily is None
    ]
    return sorted(running, key=lambda table: table.watching, reverse=True)


def finished_tables(connection: Connection, updated_before: float | None, edition: str | None) -> list[TableSummary]:
    """Public ones, the newest first."""
    query = select(tables.c.summary).where(tables.c.public, tables.c.phase == "over")
    if updated_before is not None:
        query = query.where(tables.c.updated_at < updated_before)
    if edition is not None:
        query = query.where(tables.c.edition == edition)
    rows = connection.execute(query.order_by(tables.c.updated_at.desc()).limit(MAX_TABLES))
    return [decode_summary(row.summary) for row in rows]


def table_summary(connection: Connection, table_id: str) -> TableSummary:
    """Raises Refused."""
    summary = connection.execute(select(tables.c.summary).where(tables.c.id == table_id)).scalar()
    if summary is None:
        raise Refused("no_such_table")
    return _as_spectators_see(decode_summary(summary))


def _as_spectators_see(table: TableSummary) -> TableSummary:
    if time.time() < table.sealed_until:
        return msgspec.structs.replace(table, player=None, turn=None, score=None, fireworks={}, over=None, seen=None)
    if not table.spectator_delay or table.phase == "over":
        return table
    seen = table.seen
    if seen is None:
        return msgspec.structs.replace(table, player=None, turn=None, score=None, fireworks={})
    changed = {"player": seen.player, "turn": seen.turn, "score": seen.score, "fireworks": seen.fireworks}
    return msgspec.structs.replace(table, seen=None, **changed)


def held_seats(connection: Connection, actor: Actor) -> list[HeldSeat]:
    """The seats of a browser or an account at tables that are not closed, those of the newest tables first."""
    rows = recent_seats(connection, actor, MAX_TABLES)
    open_ones = tables.c.id.in_({row.table_id for row in rows}), tables.c.phase != "closed"
    query = select(tables.c.id, tables.c.summary).where(*open_ones)
    summaries = {row.id: decode_summary(row.summary) for row in connection.execute(query)}
    seats = [(row.seat, summaries[row.table_id]) for row in rows if row.table_id in summaries]
    return [HeldSeat(seat, table.player == seat, table) for seat, table in seats]


def recent_seats(connection: Connection, actor: Actor, limit: int) -> list[Any]:
    """The rows (`table_id`, `seat`, `updated_at`) of a browser's or an account's seats, the newest first."""
    owned = [holders.c.key == (actor.key or "")]
    if actor.account is not None:
        owned.append(holders.c.account_id == actor.account)
    columns = select(holders.c.table_id, holders.c.seat, holders.c.updated_at)
    rows = {}
    for of_actor in owned:
        # Each of these follows one index; both at once would read all of somebody's seats.
        for row in connection.execute(columns.where(of_actor).order_by(holders.c.updated_at.desc()).limit(limit)):
            rows[row.table_id, row.seat] = row
    return sorted(rows.values(), key=lambda row: row.updated_at, reverse=True)[:limit]
