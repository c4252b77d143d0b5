"""Which process drives which table: a row a process that it renews, and a row a table where something is due.

A process that stops renewing its row is gone after LEASE seconds, and others take its tables. Should two drive one
table for a moment, the log's key decides between their events.
"""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update

from hanabi.server.database import Store
from hanabi.server.database.schema import driven_tables as driven
from hanabi.server.database.schema import server_processes as processes
from hanabi.server.database.upsert import insert_or_update

LEASE = 4.0


class Leases:
    def __init__(self, store: Store) -> None:
        self._store, self._process = store, store.process

    async def renew(self) -> bool:
        """Say that this process is there, and free the tables of those that are gone.

        False when this one was taken for gone itself: its tables may be others' now.
        """
        now, alone = self._store.now(), not self._store.shared

        def work(connection: Connection) -> bool:
            mine = processes.c.id == self._process
            known = connection.execute(update(processes).where(mine).values(seen_at=now)).rowcount > 0
            if not known:
                row = {"id": self._process, "started_at": now, "seen_at": now}
                connection.execute(insert(processes).values(**row))
            # Nobody else uses a database that is not shared.
            expired = ~mine if alone else processes.c.seen_at < now - LEASE
            for gone in connection.execute(select(processes.c.id).where(expired)).scalars().all():
                connection.execute(update(driven).where(driven.c.process == gone).values(process=None))
                connection.execute(delete(processes).where(processes.c.id == gone))
            return known

        return await self._store.cold(work)

    async def claim(self, tables: Collection[str]) -> set[str]:
        """Those of these tables that this process drives from now on."""
        now = self._store.now()
        # In one order, so that two processes never wait for each other's rows.
        rows = [{"table_id": table, "process": self._process, "due_at": now} for table in sorted(tables)]

        def work(connection: Connection) -> set[str]:
            new = insert_or_update(connection, driven)
            free = or_(driven.c.process.is_(None), driven.c.process == self._process)
            taken = new.on_conflict_do_update(
                index_elements=[driven.c.table_id], set_={"process": self._process}, where=free
            )
            connection.execute(taken, rows)
            mine = select(driven.c.table_id).where(driven.c.table_id.in_(tables), driven.c.process == self._process)
            return set(connection.execute(mine).scalars())

        return await self._store.cold(work) if rows else set()

    async def release(self, due: Mapping[str, float | None]) -> None:
        """Leave tables to whoever is there when something is due at them; None: nothing is."""

        def work(connection: Connection) -> None:
            mine = (driven.c.table_id == bindparam("of")) & (driven.c.process == self._process)
            ended: list[dict[str, Any]] = [{"of": table} for table, at in sorted(due.items()) if at is None]
            later = [{"of": table, "at": at} for table, at in sorted(due.items()) if at is not None]
            if ended:
                connection.execute(delete(driven).where(mine), ended)
            if later:
                connection.execute(update(driven).where(mine).values(process=None, due_at=bindparam("at")), later)

        if due:
            await self._store.cold(work)

    async def due(self, most: int) -> list[str]:
        """Tables that nobody drives and where something is due, those that waited least first."""
        waiting = select(driven.c.table_id).where(driven.c.process.is_(None), driven.c.due_at <= self._store.now())
        wanted = waiting.order_by(driven.c.due_at.desc()).limit(most)
        return await self._store.query(lambda connection: list(connection.execute(wanted).scalars()))

    async def end(self) -> None:
        """Leave everything to the others at once."""

        def work(connection: Connection) -> None:
            connection.execute(update(driven).where(driven.c.process == self._process).values(process=None))
            connection.execute(delete(processes).where(processes.c.id == self._process))

        await self._store.cold(work)
