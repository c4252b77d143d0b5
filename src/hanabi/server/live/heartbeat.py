"""Which process drives which table, and the heartbeat that keeps the leases and checks the database.

One row per process, renewed regularly; one row per table with something due. When a process stops renewing its row,
others take its tables after LEASE seconds. If two processes drive a table for a moment, the primary key of the log
decides between their events.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, TypeVar

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update

from hanabi.server.database import Store, problem_of, upsert
from hanabi.server.database.schema import driven_tables as driven, server_processes as processes

T = TypeVar("T")
LEASE = 4.0
# Seconds between heartbeats, on a shared database and on one of our own.
SHARED_INTERVAL, OWN_INTERVAL = 1.0, 2.0
# A database that takes longer to answer is unhealthy.
PATIENCE = 3.0
# A health check reuses the result of a heartbeat for this long, instead of writing again.
FRESH_SECONDS = 1.5


class Leases:
    def __init__(self, store: Store) -> None:
        self._store, self._process = store, store.process

    def now(self) -> float:
        return self._store.now()

    async def renew(self) -> bool:
        """Renew the row of this process, and free the tables of processes that are gone.

        False if this process itself counted as gone: others may have taken its tables.
        """
        now, alone = self._store.now(), not self._store.shared

        def work(connection: Connection) -> bool:
            own = processes.c.id == self._process
            is_known = connection.execute(update(processes).where(own).values(seen_at=now)).rowcount > 0
            if not is_known:
                row = {"id": self._process, "started_at": now, "seen_at": now}
                connection.execute(insert(processes).values(**row))
            # Nobody else uses a database that is not shared.
            expired = ~own if alone else processes.c.seen_at < now - LEASE
            connection.execute(delete(processes).where(expired))
            # Also the tables that a process claimed after its row had expired.
            is_gone = driven.c.process.is_not(None) & driven.c.process.not_in(select(processes.c.id))
            connection.execute(update(driven).where(is_gone).values(process=None))
            return is_known

        return await self._store.write(work)

    async def claim(self, tables: Collection[str]) -> set[str]:
        """Drive these tables from now on, except those that another process drives. Returns the tables we got."""
        now = self._store.now()
        # Sorted, so that two processes never wait for each other's rows.
        rows = [{"table_id": table, "process": self._process, "due_at": now} for table in sorted(tables)]

        def work(connection: Connection) -> set[str]:
            statement = upsert(connection, driven)
            free = or_(driven.c.process.is_(None), driven.c.process == self._process)
            statement = statement.on_conflict_do_update(
                index_elements=[driven.c.table_id], set_={"process": self._process}, where=free
            )
            connection.execute(statement, rows)
            own = select(driven.c.table_id).where(driven.c.table_id.in_(tables), driven.c.process == self._process)
            return set(connection.execute(own).scalars())

        return await self._store.write(work) if rows else set()

    async def release(self, due: Mapping[str, float | None]) -> None:
        """Let any process drive these tables when something is due there; None: nothing is."""

        def work(connection: Connection) -> None:
            own = (driven.c.table_id == bindparam("of")) & (driven.c.process == self._process)
            ended: list[dict[str, Any]] = [{"of": table} for table, at in sorted(due.items()) if at is None]
            later = [{"of": table, "at": at} for table, at in sorted(due.items()) if at is not None]
            if ended:
                connection.execute(delete(driven).where(own), ended)
            if later:
                connection.execute(update(driven).where(own).values(process=None, due_at=bindparam("at")), later)

        if due:
            await self._store.write(work)

    async def due(self, limit: int) -> list[str]:
        """Tables that nobody drives and where something is due, those that waited least first."""
        waiting = select(driven.c.table_id).where(driven.c.process.is_(None), driven.c.due_at <= self._store.now())
        query = waiting.order_by(driven.c.due_at.desc()).limit(limit)
        return await self._store.query(lambda connection: list(connection.execute(query).scalars()))

    async def end(self) -> None:
        """Leave all tables to the other processes at once."""

        def work(connection: Connection) -> None:
            connection.execute(update(driven).where(driven.c.process == self._process).values(process=None))
            connection.execute(delete(processes).where(processes.c.id == self._process))

        await self._store.write(work)


class Heartbeat:
    def __init__(self, store: Store, leases: Leases, lapsed: Callable[[], None]) -> None:
        """Calls `lapsed` when other processes may have taken the tables of this one."""
        self._store, self._leases, self._lapsed = store, leases, lapsed
        self._beat: asyncio.Future[None] | None = None
        self._beaten_at = float("-inf")

    @property
    def interval(self) -> float:
        return SHARED_INTERVAL if self._store.shared else OWN_INTERVAL

    async def problem(self) -> str | None:
        """What is wrong with the database, checked now or a moment ago."""
        if time.monotonic() - self._beaten_at > FRESH_SECONDS:
            await self.beat()
        return self._store.health.problem

    async def beat(self) -> None:
        """One at a time: further callers wait for the one in progress."""
        if self._beat is None:
            self._beat = asyncio.ensure_future(self._write_and_check())
            self._beat.add_done_callback(self._beaten)
        await asyncio.shield(self._beat)

    async def close(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
            await asyncio.gather(self._beat, return_exceptions=True)

    def _beaten(self, _: "asyncio.Future[None]") -> None:
        self._beat, self._beaten_at = None, time.monotonic()

    async def _write_and_check(self) -> None:
        health = self._store.health
        try:
            if not await _in_time(self._leases.renew()):
                self._lapsed()
            await _in_time(self._store.check())
        except TimeoutError:
            health.failed(f"no answer within {PATIENCE:g} s")
        except Exception as error:
            health.failed(problem_of(error))
        else:
            health.succeeded()


async def _in_time(work: Awaitable[T]) -> T:
    return await asyncio.wait_for(work, PATIENCE)
