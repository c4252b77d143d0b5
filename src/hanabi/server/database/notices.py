"""Notices to all processes on the database, and from `hanabi admin` to them: rows that each process reads once.

A process looks for new ones every second, so none gets lost; on PostgreSQL a notification tells it to look at once.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Literal

from sqlalchemy import Connection, delete, func, insert, select, text

from hanabi.server.database import Store, StoreError
from hanabi.server.database.schema import notices

logger = logging.getLogger("hanabi.notices")
POLL_INTERVAL = 1.0
# So long a transaction may take from choosing the number of its notice to committing it.
LATEST = 30.0
KEPT_SECONDS = 3600.0
# Sent as a hint about a table of this name, which no table can have.
CHANNEL, HINT = "hanabi_events", "notices"

# session_ended: a key of a browser, as a hash; sanctions: bans and mutes changed;
# table_changed: an event was appended to a table; table_rewritten: stored events of a table are others now.
NoticeKind = Literal["session_ended", "sanctions", "table_changed", "table_rewritten"]
NoticeListener = Callable[[NoticeKind, str], Awaitable[None]]


def post_notice(connection: Connection, kind: NoticeKind, subject: str = "") -> None:
    now = time.time()
    connection.execute(delete(notices).where(notices.c.at < now - KEPT_SECONDS))
    connection.execute(insert(notices).values(at=now, kind=kind, subject=subject))
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_notify(:channel, :hint)"), {"channel": CHANNEL, "hint": f"{HINT}:0"})


class NoticePoller:
    def __init__(self, store: Store, listener: NoticeListener) -> None:
        self._store, self._listener = store, listener
        self._horizon = 0
        # Notices that were read, by number, with the time: a smaller number may still be committed later.
        self._read: dict[int, float] = {}
        self._hint = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Listen to what comes from now on."""
        newest = select(func.coalesce(func.max(notices.c.id), 0))
        self._horizon = await self._store.query(lambda connection: connection.execute(newest).scalar_one())
        self._store.on_hint(self._hinted)
        self._task = asyncio.create_task(self._repeat(), name="hanabi-notices")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def poll(self) -> None:
        wanted = select(notices.c.id, notices.c.kind, notices.c.subject).where(notices.c.id > self._horizon)
        found = await self._store.query(lambda connection: connection.execute(wanted.order_by(notices.c.id)).all())
        now = time.monotonic()
        for row in found:
            if row.id not in self._read:
                self._read[row.id] = now
                await self._listener(row.kind, row.subject)
        for number in sorted(number for number, at in self._read.items() if now - at > LATEST):
            self._horizon = number
            del self._read[number]

    def _hinted(self, table: str, n: int) -> None:
        if table == HINT:
            self._hint.set()

    async def _repeat(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hint.wait(), POLL_INTERVAL)
            self._hint.clear()
            try:
                await self.poll()
            except StoreError:
                # The heartbeat says so, once.
                pass
            except Exception as error:
                logger.warning("notices not read", extra={"error": str(error)})
