"""PostgreSQL: any number of processes. Events go in batches, and a hint follows the commit on another connection."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine

from hanabi.tables.store.base import (
    AppendCallback,
    HintListener,
    PresenceListener,
    Row,
    Store,
    StoreError,
    run_callbacks,
)
from hanabi.tables.store.schema_upgrade import require_newest, upgrade

T = TypeVar("T")
CHANNEL, PRESENCE = "hanabi_events", "hanabi_presence"
UPGRADE_LOCK = 0x48414E4142
DRIVER_SPACE = 0x4841
INSERT = """
INSERT INTO event (table_id, n, at, body, command)
SELECT * FROM unnest($1::text[], $2::int[], $3::float8[], $4::text[], $5::text[])
ON CONFLICT DO NOTHING RETURNING table_id, n
"""
READ = "SELECT table_id, n, at, body, command FROM event WHERE table_id = $1 AND n > $2 ORDER BY n"
NEWEST = """
SELECT wanted.id, (SELECT max(n) FROM event WHERE table_id = wanted.id)
FROM unnest($1::text[]) AS wanted(id)
"""
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.PostgresError,
    # A connection cut in the middle of an answer may be in no state to be used.
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)


class PostgresStore(Store):
    shared = True

    def __init__(self, address: str, *, beside_server: bool = False) -> None:
        self._beside_server = beside_server
        self.address = "postgresql://" + address.partition("://")[2]
        self._waiting: list[tuple[Row, AppendCallback]] = []
        self._arrived = asyncio.Event()
        self._process = secrets.token_hex(4)
        self._hints: list[tuple[str, int]] = []
        self._announced: dict[str, frozenset[int]] = {}
        self._presence_listeners: list[PresenceListener] = []
        self._hinted = asyncio.Event()
        self._hint_listeners: list[HintListener] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._driven: set[str] = set()
        self._driver: Any = None
        self._driver_lock = asyncio.Lock()
        self._closing = False
        self._batches = self._rows = 0

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self.address, min_size=2, max_size=6, command_timeout=30, server_settings={"application_name": "hanabi"}
            )
            await self._check_durability()
        except LOST as error:
            raise StoreError(f"the database cannot be reached: {error}") from error
        self._engine = create_async_engine(
            self.address.replace("postgresql://", "postgresql+asyncpg://", 1), pool_size=2, pool_pre_ping=True
        )
        async with self._engine.begin() as connection:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
            await connection.run_sync(require_newest if self._beside_server else upgrade)
        self._tasks = [
            asyncio.create_task(self._write(), name="hanabi-writer"),
            asyncio.create_task(self._notify(), name="hanabi-notify"),
            asyncio.create_task(self._listen(), name="hanabi-listen"),
        ]

    async def _check_durability(self) -> None:
        """A database that may forget what it has confirmed is refused."""
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            value = await self._pool.fetchval(f"SHOW {setting}")
            if value == "off":
                raise StoreError(f"PostgreSQL runs with {setting} = off and may lose confirmed moves; turn it on")

    async def close(self) -> None:
        self._closing = True
        self._arrived.set()
        if self._tasks:
            writer, *others = self._tasks
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(writer, 10)
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            self._tasks = []
            if self._driver is not None:
                self._driver.terminate()
            await self._engine.dispose()
            await self._pool.close()

    def post(self, row: Row, callback: AppendCallback) -> None:
        self._waiting.append((row, callback))
        self._arrived.set()

    async def read(self, table: str, after: int = -1) -> list[Row]:
        try:
            return [Row(*row) for row in await self._pool.fetch(READ, table, after)]
        except LOST as error:
            raise StoreError(f"the log cannot be read: {error}") from error

    async def cold(self, work: Callable[[Connection], T]) -> T:
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)
        except OSError as error:
            raise StoreError(f"the database cannot be reached: {error}") from error

    async def newest(self, tables: Iterable[str]) -> dict[str, int]:
        try:
            found = await self._pool.fetch(NEWEST, list(tables))
        except LOST as error:
            raise StoreError(f"the log cannot be read: {error}") from error
        return {table: n for table, n in found if n is not None}

    def on_hint(self, listener: HintListener) -> None:
        self._hint_listeners.append(listener)

    def announce(self, here: Mapping[str, frozenset[int]]) -> None:
        self._announced |= here
        self._hinted.set()

    def on_presence(self, listener: PresenceListener) -> None:
        self._presence_listeners.append(listener)

    async def try_to_drive(self, table: str) -> bool:
        """Hold the table's advisory lock; it goes with the connection, so a dead process frees its tables."""
        async with self._driver_lock:
            try:
                if self._driver is None or self._driver.is_closed():
                    self._driven.clear()
                    self._driver = await asyncpg.connect(self.address, timeout=5, command_timeout=10)
                if table in self._driven:
                    return True
                got = await self._driver.fetchval("SELECT pg_try_advisory_lock($1, hashtext($2))", DRIVER_SPACE, table)
            except LOST:
                return False
            if got:
                self._driven.add(table)
            return bool(got)

    async def stop_driving(self, table: str) -> None:
        async with self._driver_lock:
            if table in self._driven and self._driver is not None and not self._driver.is_closed():
                self._driven.discard(table)
                with contextlib.suppress(*LOST):
                    await self._driver.fetchval("SELECT pg_advisory_unlock($1, hashtext($2))", DRIVER_SPACE, table)

    def facts(self) -> dict[str, Any]:
        return {"store": "postgresql", "commits": self._batches, "rows": self._rows}

    async def _write(self) -> None:
        while not (self._closing and not self._waiting):
            await self._arrived.wait()
            self._arrived.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:500], self._waiting[500:]
                await self._store(batch)

    async def _store(self, batch: list[tuple[Row, AppendCallback]]) -> None:
        columns = [list(column) for column in zip(*(row for row, _ in batch), strict=True)]
        try:
            stored = {(row[0], row[1]) for row in await self._pool.fetch(INSERT, *columns)}
        except Exception as error:
            # Whatever it was, it is unknown whether the batch was stored, and the writer must go on.
            doubt = StoreError(f"the event could not be stored: {error}")
            run_callbacks((callback, doubt) for _, callback in batch)
            return
        self._batches += 1
        self._rows += len(stored)
        self._hints += [(row.table, row.n) for row, _ in batch]
        self._hinted.set()
        outcomes: list[tuple[AppendCallback, bool | StoreError]] = []
        for row, callback in batch:
            # Of two rows for one place in the same batch, the first was stored.
            place = (row.table, row.n)
            outcomes.append((callback, place in stored))
            stored.discard(place)
        run_callbacks(outcomes)

    async def _notify(self) -> None:
        """Hints are sent after the commit and may get lost; polling makes up for those."""
        connection = None
        while True:
            await self._hinted.wait()
            self._hinted.clear()
            hints, self._hints = [f"{table}:{n}" for table, n in self._hints], []
            announced = [f"{table}:{''.join(map(str, sorted(seats)))}" for table, seats in self._announced.items()]
            self._announced = {}
            try:
                if connection is None or connection.is_closed():
                    connection = await asyncpg.connect(
                        self.address, server_settings={"synchronous_commit": "off"}, timeout=5, command_timeout=10
                    )
                for channel, first, words in ((CHANNEL, [], hints), (PRESENCE, [self._process], announced)):
                    for start in range(0, len(words), 100):
                        payload = " ".join([*first, *words[start : start + 100]])
                        await connection.execute("SELECT pg_notify($1, $2)", channel, payload)
            except Exception:
                connection = None

    async def _listen(self) -> None:
        while True:
            with contextlib.suppress(Exception):
                connection = await asyncpg.connect(self.address, timeout=5)
                ended = asyncio.Event()
                connection.add_termination_listener(lambda _, ended=ended: ended.set())
                await connection.add_listener(CHANNEL, self._received_hint)
                await connection.add_listener(PRESENCE, self._received_presence)
                await ended.wait()
            await asyncio.sleep(0.5)

    def _received_hint(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        for hint in payload.split(" "):
            table, _, n = hint.partition(":")
            for listener in self._hint_listeners:
                listener(table, int(n))

    def _received_presence(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        process, *words = payload.split(" ")
        if process == self._process:
            return
        announced = {table: frozenset(map(int, seats)) for table, _, seats in (word.partition(":") for word in words)}
        for listener in self._presence_listeners:
            listener(process, announced)
