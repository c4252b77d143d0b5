"""Notices from one server process, or from `hanabi admin`, to all others: rows that each process reads once.

Each process polls every second, so no notice gets lost; on a shared database a hint makes it poll at once.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Literal

from sqlalchemy import Connection, delete, func, insert, select

from hanabi.server.database import Store, StoreError
from hanabi.server.database.schema import notices
from hanabi.server.database.store import store_of

logger = logging.getLogger("hanabi.notices")
POLL_INTERVAL = 1.0
# The longest time from choosing the number of a notice to committing it.
LATEST_COMMIT = 30.0
KEPT_SECONDS = 3600.0
# The hint pretends to be about a table with this id; no table can have it.
HINT = "notices"

# session_ended: the subject is the hash of a browser's key; sanctions: bans or mutes changed;
# table_changed: an event was appended to a table; table_rewritten: stored events of a table changed.
NoticeKind = Literal["session_ended", "sanctions", "table_changed", "table_rewritten"]
NoticeListener = Callable[[NoticeKind, str], Awaitable[None]]


def post_notice(connection: Connection, kind: NoticeKind, subject: str = "") -> None:
    now = time.time()
    connection.execute(delete(notices).where(notices.c.at < now - KEPT_SECONDS))
    connection.execute(insert(notices).values(at=now, kind=kind, subject=subject))
    store_of(connection).hint(connection, HINT)


class NoticePoller:
    def __init__(self, store: Store, listener: NoticeListener) -> None:
        self._store, self._listener = store, listener
        self._horizon = 0
        # When each notice was read, by its number. A smaller number may still be committed later.
        self._read: dict[int, float] = {}
        self._hint = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Receive notices from now on."""
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
        query = select(notices.c.id, notices.c.kind, notices.c.subject).where(notices.c.id > self._horizon)
        rows = await self._store.query(lambda connection: connection.execute(query.order_by(notices.c.id)).all())
        now = time.monotonic()
        for row in rows:
            if row.id not in self._read:
                self._read[row.id] = now
                await self._listener(row.kind, row.subject)
        for number in sorted(number for number, at in self._read.items() if now - at > LATEST_COMMIT):
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
                # The heartbeat logs it, once.
                pass
            except Exception as error:
                logger.warning("notices not read", extra={"error": str(error)})
