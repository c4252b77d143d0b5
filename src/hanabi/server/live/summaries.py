"""Rows that summarize tables: for the lobby, for finding one's seats, and for retention."""

import time
from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, case, delete, func, insert, select, update

from hanabi.server.database import Store, upsert
from hanabi.server.database.schema import holders, tables
from hanabi.server.live.live_table import LiveTable
from hanabi.server.wire.state_message import summary_of

# Moves wait for each transaction, so keep it small.
ROWS_PER_TRANSACTION = 50
# How often to store that clients are still there: at tables in the lobby, and at others.
SEEN_IN_LOBBY, SEEN_ELSEWHERE = 60.0, 3600.0
# Columns that a new summary does not overwrite.
PERMANENT = ("id", "archived", "opened_from")
_encoder = msgspec.json.Encoder()


class SummaryWriter:
    def __init__(self, store: Store, live_tables: dict[str, LiveTable]) -> None:
        self._store, self._live_tables = store, live_tables
        self._dirty: set[str] = set()
        # Tables with new moves, which change less of a row, but often.
        self._moved: set[str] = set()

    def mark(self, table_id: str) -> None:
        """Write the row of this table soon."""
        self._dirty.add(table_id)

    def mark_move(self, table_id: str) -> None:
        """Write at the next `save_moves` whose turn it is."""
        self._moved.add(table_id)

    def is_waiting(self, table_id: str) -> bool:
        return table_id in self._dirty or table_id in self._moved

    async def save_moves(self) -> None:
        moved, self._moved = self._moved - self._dirty, set()
        waiting = [self._live_tables[table_id] for table_id in sorted(moved) if table_id in self._live_tables]
        while waiting:
            portion, waiting = waiting[: 4 * ROWS_PER_TRANSACTION], waiting[4 * ROWS_PER_TRANSACTION :]
            rows = [
                {"of": live.table.id, "text": _summary_text(live), "at": live.table.changed_at}
                for live in sorted(portion, key=lambda live: live.table.id)
            ]
            try:
                await self._store.write(partial(_save_moves, rows=rows))
            except Exception:
                self._moved.update(live.table.id for live in (*portion, *waiting))
                raise

    async def save(self) -> None:
        dirty, self._dirty = self._dirty, set()
        self._moved -= dirty
        waiting = [self._live_tables[table_id] for table_id in sorted(dirty) if table_id in self._live_tables]
        while waiting:
            portion, waiting = waiting[:ROWS_PER_TRANSACTION], waiting[ROWS_PER_TRANSACTION:]
            now = self._store.now()
            rows = [_summary_row(live, now) for live in portion]
            held = [row for live in portion for row in _holder_rows(live)]
            try:
                await self._store.write(partial(_save, rows=rows, held=held))
            except Exception:
                self._dirty.update(live.table.id for live in (*portion, *waiting))
                raise
            for live in portion:
                live.seen_saved_at = time.monotonic()
                live.watching_saved = live.clients.watching

    async def save_seen(self) -> None:
        """Store at which tables clients are still connected."""
        due = [live for live in self._live_tables.values() if live.clients and _is_seen_due(live)]
        while due:
            portion, due = due[: 4 * ROWS_PER_TRANSACTION], due[4 * ROWS_PER_TRANSACTION :]
            rows = [{"of": live.table.id, "at": self._store.now()} for live in portion]
            await self._store.write(partial(_save_seen, rows=rows))
            for live in portion:
                live.seen_saved_at = time.monotonic()


def _save_moves(connection: Connection, rows: list[dict[str, Any]]) -> None:
    newer = update(tables).where(tables.c.id == bindparam("of"), tables.c.updated_at <= bindparam("at"))
    connection.execute(newer.values(summary=bindparam("text"), updated_at=bindparam("at")), rows)


def _save_seen(connection: Connection, rows: list[dict[str, Any]]) -> None:
    seen = update(tables).where(tables.c.id == bindparam("of")).values(seen_at=bindparam("at"))
    connection.execute(seen, rows)


def _is_seen_due(live: LiveTable) -> bool:
    listed = live.table.options.public and live.table.phase != "over"
    return time.monotonic() - live.seen_saved_at > (SEEN_IN_LOBBY if listed else SEEN_ELSEWHERE)


def _summary_row(live: LiveTable, now: float) -> dict[str, Any]:
    table = live.table
    summary = _summary(live)
    over = summary["over"]
    return {
        "id": table.id,
        "created_at": table.created_at,
        "updated_at": table.changed_at,
        "phase": table.phase,
        "public": table.is_listed,
        "driven": live.is_driven,
        "players": len(table.occupants),
        "edition": table.rules.edition,
        "score": over and over["score"],
        "outcome": over and over["outcome"],
        "summary": _encoder.encode(summary).decode(),
        "seen_at": now if live.clients else table.changed_at,
        "opened_from": live.opened_from,
    }


def _summary_text(live: LiveTable) -> str:
    return _encoder.encode(_summary(live)).decode()


def _summary(live: LiveTable) -> dict[str, Any]:
    # Only the lobby shows how far spectators see a game.
    seen = live.clients.spectator_table if live.table.is_listed else live.table
    return summary_of(live.table, live.clients.watching, None if seen is live.table else seen)


def _holder_rows(live: LiveTable) -> list[dict[str, Any]]:
    table = live.table
    return [
        {
            "table_id": table.id,
            "seat": seat,
            "key": key,
            "account_id": account,
            "updated_at": table.changed_at,
        }
        for seat, occupant in enumerate(table.occupants)
        for key, account in occupant.holders
    ]


def _save(connection: Connection, rows: list[dict[str, Any]], held: list[dict[str, Any]]) -> None:
    statement = upsert(connection, tables)
    new = statement.excluded
    values: dict[str, Any] = {column.name: new[column.name] for column in tables.c if column.name not in PERMANENT}
    values["opened_from"] = func.coalesce(tables.c.opened_from, new.opened_from)
    values["seen_at"] = case((new.seen_at > tables.c.seen_at, new.seen_at), else_=tables.c.seen_at)
    ordered = sorted(rows, key=lambda row: str(row["id"]))
    connection.execute(statement.on_conflict_do_update(index_elements=[tables.c.id], set_=values), ordered)
    _save_holders(connection, [row["id"] for row in ordered], held)


def _save_holders(connection: Connection, table_ids: Iterable[str], held: list[dict[str, Any]]) -> None:
    """Keep the account of a player who has signed in since: the table itself does not know it."""
    stored = {
        (row.table_id, row.seat, row.key): row.account_id
        for row in connection.execute(select(holders).where(holders.c.table_id.in_(list(table_ids))))
    }
    current = {(row["table_id"], row["seat"], row["key"]): row for row in held}
    place = (
        (holders.c.table_id == bindparam("of"))
        & (holders.c.seat == bindparam("at"))
        & (holders.c.key == bindparam("by"))
    )
    if removed := [{"of": of, "at": at, "by": by} for of, at, by in sorted(stored) if (of, at, by) not in current]:
        connection.execute(delete(holders).where(place), removed)
    if added := [row for key, row in sorted(current.items()) if key not in stored]:
        connection.execute(insert(holders), added)
    changed = [
        {"of": of, "at": at, "by": by, "account": row["account_id"] or stored[of, at, by], "time": row["updated_at"]}
        for (of, at, by), row in sorted(current.items())
        if (of, at, by) in stored
    ]
    if changed:
        statement = update(holders).where(place)
        connection.execute(statement.values(account_id=bindparam("account"), updated_at=bindparam("time")), changed)
