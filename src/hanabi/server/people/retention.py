"""How long data is kept. `retain` deletes what is older; it may run at any time, also beside a running server.

It deletes whole tables with their logs, studies, accounts and puzzle attempts. Chat loses only its words, because the
events of a log are numbered and stay in place. Results that were counted stay counted.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, exists, or_, select, update

from hanabi.server.archive.contests.teams import forget_contests
from hanabi.server.archive.puzzles import forget_old_attempts
from hanabi.server.archive.ratings import forget_old_ratings
from hanabi.server.database import Store, schema, upsert
from hanabi.server.people.account_data import DELETED, AccountData
from hanabi.server.people.clubs import forget_empty_clubs
from hanabi.server.people.matchmaker import forget_gone_seekers
from hanabi.server.tables import decoded_event, encoded_event
from hanabi.server.tables.features.talk import Said

logger = logging.getLogger("hanabi.retention")
DAY = 86400.0
# Rows per transaction, and seconds between transactions, so that a running server can store moves in between.
BATCH = 50
PAUSE = 0.02
CHAT = "chat"
PHASES = ("setup", "playing", "over", "closed")


@dataclass(frozen=True)
class RetentionPolicy:
    """How many days to keep things; None keeps them forever.

    `abandoned`: unfinished and closed tables, counted from the last time somebody was there. `games`: finished games
    and events, from their end. `studies`: from the last change. `chat`: its words, from the last event of the table,
    and reports, which quote them. `accounts`: from the last game played with it. `attempts`: the puzzles tried in a
    browser without an account, from its last attempt, and its ratings, by day.
    """

    abandoned: float | None = 60.0
    games: float | None = None
    studies: float | None = None
    chat: float | None = 365.0
    accounts: float | None = None
    attempts: float | None = 365.0


@dataclass(frozen=True)
class RetentionReport:
    """Numbers of deleted items; `attempts` counts browsers."""

    abandoned: int = 0
    games: int = 0
    studies: int = 0
    chat: int = 0
    accounts: int = 0
    attempts: int = 0


async def retain(store: Store, policy: RetentionPolicy) -> RetentionReport:
    """Delete everything older than the policy allows, in small steps, and free the disk space."""
    now = store.now()

    def cutoff(days: float | None) -> float | None:
        return None if days is None else now - days * DAY

    deleted: dict[str, int] = {}
    if (before := cutoff(policy.abandoned)) is not None:
        unfinished = [_in_phase(phase, schema.tables.c.seen_at < before) for phase in ("setup", "playing", "closed")]
        deleted["abandoned"] = await _repeat(store, partial(_delete_tables, old=or_(*unfinished)))
    if (before := cutoff(policy.games)) is not None:
        finished = _in_phase("over", schema.tables.c.updated_at < before)
        deleted["games"] = await _repeat(store, partial(_delete_tables, old=finished))
        deleted["games"] += await _repeat(store, partial(forget_contests, before=before, limit=BATCH))
    if (before := cutoff(policy.studies)) is not None:
        deleted["studies"] = await _repeat(store, partial(_delete_old_rows, policy="studies", before=before))
    if (before := cutoff(policy.chat)) is not None:
        deleted["chat"] = await _delete_chat(store, before)
        deleted["chat"] += await _repeat(store, partial(_delete_old_rows, policy="chat", before=before))
    if (before := cutoff(policy.accounts)) is not None:
        deleted["accounts"] = await _delete_accounts(store, before)
    if (before := cutoff(policy.attempts)) is not None:
        deleted["attempts"] = await _repeat(store, partial(forget_old_attempts, before=before, limit=BATCH))
        await _repeat(store, partial(forget_old_ratings, before=before, limit=BATCH))
    await store.write(partial(forget_gone_seekers, now=now))
    await store.write(forget_empty_clubs)
    report = RetentionReport(**deleted)
    if any(deleted.values()):
        await store.shrink()
        logger.info("old data deleted", extra=asdict(report))
    return report


async def _repeat(store: Store, step: Callable[[Connection], int]) -> int:
    """Run `step`, each time in its own transaction, until it has nothing left to delete."""
    deleted = 0
    while count := await store.write(step):
        deleted += count
        await asyncio.sleep(PAUSE)
    return deleted


def _in_phase(phase: str, old: ColumnElement[bool]) -> ColumnElement[bool]:
    """Names both values of `public` so that the database uses the index, which begins with phase and public."""
    return or_(
        *(and_(schema.tables.c.phase == phase, schema.tables.c.public.is_(public), old) for public in (True, False))
    )


def _delete_tables(connection: Connection, old: ColumnElement[bool]) -> int:
    # A process drives tables where bots play or a clock runs.
    driven = select(schema.driven_tables.c.table_id).where(schema.driven_tables.c.process.is_not(None))
    query = select(schema.tables.c.id).where(old, schema.tables.c.id.not_in(driven)).limit(BATCH)
    table_ids = list(connection.execute(query.with_for_update()).scalars())
    for sql_table in schema.metadata.sorted_tables:
        for column in sql_table.c:
            if column.info.get("with_table"):
                connection.execute(delete(sql_table).where(column.in_(table_ids)))
    connection.execute(
        delete(schema.reviews).where(schema.reviews.c.subject.in_([f"table:{table_id}" for table_id in table_ids]))
    )
    connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(table_ids)))
    return len(table_ids)


def _delete_old_rows(connection: Connection, policy: str, before: float) -> int:
    """Rows whose column declares that this policy applies to them."""
    deleted = 0
    for sql_table in schema.metadata.sorted_tables:
        for column in sql_table.c:
            if column.info.get("kept") == policy:
                ids = list(connection.execute(select(sql_table.c.id).where(column < before).limit(BATCH)).scalars())
                connection.execute(delete(sql_table).where(sql_table.c.id.in_(ids)))
                # Studies may have been reviewed.
                subjects = [f"{sql_table.name}:{number}" for number in ids]
                connection.execute(delete(schema.reviews).where(schema.reviews.c.subject.in_(subjects)))
                deleted += len(ids)
    return deleted


async def _delete_accounts(store: Store, before: float) -> int:
    """As their owners would delete them; their studies stay for those who have the links."""
    played = exists().where(schema.holders.c.account_id == schema.accounts.c.id, schema.holders.c.updated_at >= before)
    query = select(schema.accounts.c.id).where(
        schema.accounts.c.password != DELETED, schema.accounts.c.created_at < before, ~played
    )
    unused = await store.query(lambda connection: list(connection.execute(query).scalars()))
    for account in unused:
        await AccountData(store).delete(account, keep_studies=True)
        await asyncio.sleep(PAUSE)
    return len(unused)


async def _delete_chat(store: Store, before: float) -> int:
    """Delete the words said at tables where nothing has happened since; skips tables that an earlier run has done."""

    def watermark(connection: Connection) -> float:
        return (
            connection.execute(select(schema.watermarks.c.value).where(schema.watermarks.c.name == CHAT)).scalar()
            or 0.0
        )

    def quiet_tables(at: float, table_id: str, connection: Connection) -> list[Any]:
        time = schema.tables.c.updated_at
        since = and_(time >= at, time <= before, or_(time > at, schema.tables.c.id > table_id))
        query = select(schema.tables.c.id, time).where(or_(*(_in_phase(phase, since) for phase in PHASES)))
        return list(connection.execute(query.order_by(time, schema.tables.c.id).limit(BATCH)))

    at, table_id, emptied = await store.query(watermark), "", 0
    while rows := await store.query(partial(quiet_tables, at, table_id)):
        at, table_id = rows[-1].updated_at, rows[-1].id
        emptied += await store.write(partial(_empty_chat, table_ids=[row.id for row in rows], watermark=at))
        await asyncio.sleep(PAUSE)
    return emptied


def _empty_chat(connection: Connection, table_ids: Sequence[str], watermark: float) -> int:
    spoken = and_(schema.events.c.table_id.in_(table_ids), schema.events.c.body.like('{"type":"said"%"text":%'))
    emptied = []
    for row in connection.execute(
        select(schema.events.c.table_id, schema.events.c.n, schema.events.c.body).where(spoken)
    ):
        said = decoded_event(row.body)
        if isinstance(said, Said) and said.text is not None:
            silent = msgspec.structs.replace(said, text=None)
            emptied.append({"of": row.table_id, "number": row.n, "words": encoded_event(silent).decode()})
    if emptied:
        place = (schema.events.c.table_id == bindparam("of")) & (schema.events.c.n == bindparam("number"))
        connection.execute(update(schema.events).where(place).values(body=bindparam("words")), emptied)
    new = upsert(connection, schema.watermarks).values(name=CHAT, value=watermark)
    connection.execute(new.on_conflict_do_update(index_elements=[schema.watermarks.c.name], set_={"value": watermark}))
    return len(emptied)
