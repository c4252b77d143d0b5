"""PostgreSQL, for any number of processes. Events are stored in batches; after the commit a hint goes out on another
connection. Reads have a pool of their own, so reads and writes do not wait for each other.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, Table as Schema, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from hanabi.server.database import store
from hanabi.server.database.errors import StoreError, UnstorableEvent, is_bad_data, problem_of
from hanabi.server.database.postgres_notifications import CHANNEL, Notifications
from hanabi.server.database.schema_upgrade import require_newest, upgrade

T = TypeVar("T")
UPGRADE_LOCK = 0x48414E4142
# Each check takes and releases this lock: it fails if the server is out of locks.
CHECK_LOCK = 0x48414E4143
INSERT = """
INSERT INTO event (table_id, n, at, body, command)
SELECT * FROM unnest($1::text[], $2::int[], $3::float8[], $4::text[], $5::text[])
ON CONFLICT DO NOTHING RETURNING table_id, n
"""
READ = "SELECT table_id, n, at, body, command FROM event WHERE table_id = $1 AND n > $2 ORDER BY n"
NEWEST = """
SELECT asked.id, (SELECT max(n) FROM event WHERE table_id = asked.id)
FROM unnest($1::text[]) AS asked(id)
"""
CHECK = "SELECT pg_try_advisory_xact_lock_shared($1), extract(epoch FROM clock_timestamp())::float8"
# Connections of this process, besides the one that stores events.
LOG_READERS, READERS, WRITERS = 3, 3, 2
READ_SETTINGS = {"default_transaction_read_only": "on", "statement_timeout": "10000"}
# Seconds for one statement, and for a database that is starting when the server starts.
COMMAND_TIMEOUT, STARTUP_PATIENCE = 30.0, 60.0
# Smaller differences between two measurements of the database's clock come from the network.
CLOCK_TOLERANCE = 0.05
# Starting or recovering, a standby that is not promoted yet, or no server at this address.
STARTING_UP = (asyncpg.CannotConnectNowError, asyncpg.TargetServerAttributeNotMatched)
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.PostgresError,
    # A connection that was cut in the middle of an answer may be unusable.
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)


class PostgresStore(store.Store):
    shared = True

    def __init__(self, address: str, *, beside_server: bool = False, standby: bool = False) -> None:
        super().__init__()
        self._beside_server, self._standby = beside_server, standby
        self.address = "postgresql://" + address.partition("://")[2]
        self._waiting: list[tuple[store.Row, store.StoredFuture]] = []
        self._arrived = asyncio.Event()
        self._notifications = Notifications(self.address, self.process)
        self._tasks: list[asyncio.Task[None]] = []
        # The clock of the database minus our monotonic clock.
        self._clock_offset = time.time() - time.monotonic()
        self._closing = False
        self._batches = self._rows = 0

    async def open(self) -> None:
        await self._wait_for_database()
        try:
            # With a standby, a commit waits for it. Cancelling that would leave the event on this server only, but
            # visible, and it would be acknowledged.
            self._event_pool = await self._connections(1, None if self._standby else COMMAND_TIMEOUT)
            self._log_pool = await self._connections(LOG_READERS)
            await self._check_durability()
            await self.check()
        except LOST as error:
            raise StoreError(f"the database cannot be reached: {problem_of(error)}") from error
        self._engine = self._pool_of(WRITERS, {"application_name": "hanabi"})
        self._read_engine = self._pool_of(READERS, {"application_name": "hanabi", **READ_SETTINGS})
        async with self._engine.begin() as connection:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
            await connection.run_sync(require_newest if self._beside_server else upgrade)
        self._tasks = [
            asyncio.create_task(self._write(), name="hanabi-writer"),
            asyncio.create_task(self._notifications.send(), name="hanabi-notify"),
            asyncio.create_task(self._notifications.listen(), name="hanabi-listen"),
        ]

    async def _wait_for_database(self) -> None:
        """Return when the database accepts connections, or when waiting does not help: then `open` gets the error."""
        give_up_at = time.monotonic() + (0.0 if self._beside_server else STARTUP_PATIENCE)
        while True:
            try:
                await (await asyncpg.connect(self.address, timeout=5)).close()
            except (*STARTING_UP, OSError, TimeoutError) as error:
                if time.monotonic() > give_up_at:
                    return
                store.logger.warning("waiting for the database", extra={"problem": problem_of(error)})
                await asyncio.sleep(1.0)
            except LOST:
                return
            else:
                return

    async def _connections(self, limit: int, command_timeout: float | None = COMMAND_TIMEOUT) -> Any:
        return await asyncpg.create_pool(
            self.address,
            min_size=1,
            max_size=limit,
            command_timeout=command_timeout,
            server_settings={"application_name": "hanabi"},
        )

    def _pool_of(self, connections: int, settings: dict[str, str]) -> AsyncEngine:
        async def connect() -> Any:
            # Unlike SQLAlchemy's addresses, those of asyncpg can name several hosts.
            return await asyncpg.connect(self.address, server_settings=settings)

        return create_async_engine(
            "postgresql+asyncpg://",
            async_creator=connect,
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=True,
            hide_parameters=True,
            execution_options={"store": self},
        )

    async def _check_durability(self) -> None:
        """Refuse a database that may lose confirmed writes."""
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            value = await self._event_pool.fetchval(f"SHOW {setting}")
            if value == "off":
                raise StoreError(f"PostgreSQL runs with {setting} = off and may lose confirmed moves; turn it on")
        if not self._standby:
            return
        for setting, weak in (("synchronous_standby_names", [""]), ("synchronous_commit", ["local", "remote_write"])):
            value = await self._event_pool.fetchval(f"SHOW {setting}")
            if value in weak:
                raise StoreError(
                    f"PostgreSQL runs with {setting} = '{value}', so confirmed moves may be missing on the standby; "
                    "set synchronous_standby_names and synchronous_commit = on, or omit --standby"
                )

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
            await self._engine.dispose()
            await self._read_engine.dispose()
            await self._event_pool.close()
            await self._log_pool.close()

    def append(self, row: store.Row) -> store.StoredFuture:
        stored: store.StoredFuture = asyncio.get_running_loop().create_future()
        self._waiting.append((row, stored))
        self._arrived.set()
        return stored

    async def read(self, table: str, after: int = -1) -> list[store.Row]:
        try:
            return [store.Row(*row) for row in await self._log_pool.fetch(READ, table, after)]
        except LOST as error:
            raise self._noticed(error, "the log cannot be read") from None

    async def query(self, work: Callable[[Connection], T]) -> T:
        return await self._run(self._read_engine, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._run(self._engine, work)

    async def _run(self, engine: AsyncEngine, work: Callable[[Connection], T]) -> T:
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        except IntegrityError:
            raise
        except (DBAPIError, PoolTimeout, *LOST) as error:
            raise self._noticed(error, "the database cannot be used") from None

    def upsert(self, schema: Schema) -> Any:
        return insert(schema)

    def hint(self, connection: Connection, subject: str) -> None:
        connection.execute(text("SELECT pg_notify(:channel, :hint)"), {"channel": CHANNEL, "hint": f"{subject}:0"})

    async def check(self) -> None:
        """Check the connection, and compare the clocks."""
        try:
            before = time.monotonic()
            _, database_time = await self._event_pool.fetchrow(CHECK, CHECK_LOCK)
            offset = database_time - (before + time.monotonic()) / 2
        except LOST as error:
            raise self._noticed(error, "the database cannot be used") from None
        if abs(offset - self._clock_offset) > CLOCK_TOLERANCE:
            self._clock_offset = offset

    def now(self) -> float:
        return time.monotonic() + self._clock_offset

    def _noticed(self, error: Exception, what: str) -> StoreError:
        self.health.noticed(error)
        problem = problem_of(error)
        return StoreError(f"{what}: {problem}", problem)

    async def newest(self, tables: Iterable[str]) -> dict[str, int]:
        try:
            rows = await self._log_pool.fetch(NEWEST, list(tables))
        except LOST as error:
            raise self._noticed(error, "the log cannot be read") from None
        return {table: n for table, n in rows if n is not None}

    def on_hint(self, listener: store.HintListener) -> None:
        self._notifications.hint_listeners.append(listener)

    def announce(self, here: Mapping[str, store.Connected]) -> None:
        self._notifications.announce(here)

    def on_presence(self, listener: store.PresenceListener) -> None:
        self._notifications.presence_listeners.append(listener)

    def tell_others(self, table: str, message: str) -> None:
        self._notifications.tell(table, message)

    def on_message(self, listener: store.MessageListener) -> None:
        self._notifications.message_listeners.append(listener)

    def facts(self) -> dict[str, Any]:
        return {"store": "postgresql", "commits": self._batches, "rows": self._rows}

    async def _write(self) -> None:
        while not (self._closing and not self._waiting):
            await self._arrived.wait()
            self._arrived.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:500], self._waiting[500:]
                await self._store(batch)

    async def _store(self, batch: list[tuple[store.Row, store.StoredFuture]]) -> None:
        columns = [list(column) for column in zip(*(row for row, _ in batch), strict=True)]
        try:
            stored = {(row[0], row[1]) for row in await self._event_pool.fetch(INSERT, *columns)}
        except Exception as error:
            await self._failed(batch, error)
            return
        self._batches += 1
        self._rows += len(stored)
        self._notifications.hint([(row.table, row.n) for row, _ in batch])
        outcomes: list[tuple[store.StoredFuture, bool | StoreError]] = []
        for row, appended in batch:
            # If two rows of a batch have the same place, the first one was stored.
            place = (row.table, row.n)
            outcomes.append((appended, place in stored))
            stored.discard(place)
        store.finish(outcomes)

    async def _failed(self, batch: list[tuple[store.Row, store.StoredFuture]], error: Exception) -> None:
        """A row with bad data must not fail the others: split the batch in half and try again."""
        if not is_bad_data(error):
            # The batch may or may not be stored; the writer must continue.
            doubt = self._noticed(error, "the event could not be stored")
            self.health.failed(problem_of(error))
            store.finish((appended, doubt) for _, appended in batch)
        elif len(batch) == 1:
            unstorable = UnstorableEvent(f"the event cannot be stored: {problem_of(error)}")
            store.finish([(batch[0][1], unstorable)])
        else:
            middle = len(batch) // 2
            await self._store(batch[:middle])
            await self._store(batch[middle:])
