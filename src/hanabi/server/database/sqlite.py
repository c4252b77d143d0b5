"""SQLite, for one process with one writer thread. Events that arrive during a commit share the next one.

Each time the writer thread needs the interpreter lock, it waits for the event loop. So it gets batches instead of
events: a batch is a single statement, its own transaction, and needs no lock until it is synced.
Reads have their own connections and threads: in WAL mode they see the last commit and wait for nothing.
"""

import asyncio
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Table as Schema, create_engine
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import QueuePool, StaticPool

from hanabi.server.database.database_file import DatabaseFile
from hanabi.server.database.errors import StoreError, UnstorableEvent, is_bad_data, problem_of
from hanabi.server.database.schema import metadata
from hanabi.server.database.schema_upgrade import require_newest, upgrade
from hanabi.server.database.store import Row, Store, StoredFuture, finish

T = TypeVar("T")
ROW = "(?, ?, ?, ?, ?)"
# A limit, because each number of rows needs its own prepared statement.
MAX_ROWS = 100
# Minimum time from one commit to the next, in seconds.
COMMIT_INTERVAL = 0.003
# Moves of many tables change the same pages over and over: write them back once per many commits.
CHECKPOINT_PAGES = 4000
READERS = 3
READ = "SELECT table_id, n, at, body, command FROM event WHERE table_id = ? AND n > ? ORDER BY n"
# Random entries of the logs: over time, the check reads all of them.
SAMPLE = "SELECT count(body) FROM (SELECT body FROM event WHERE table_id >= ? ORDER BY table_id, n LIMIT 200)"
# Pages returned to the file system per transaction.
SHRINK_PAGES = 256
# Errors caused by one row, not by the state of the database.
ROW_ERRORS = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.InterfaceError, sqlite3.ProgrammingError)


def insertion(rows: int) -> str:
    """Outside a transaction this is atomic, and on the disk when it returns."""
    return f"INSERT INTO event (table_id, n, at, body, command) VALUES {', '.join([ROW] * rows)}"


class SqliteStore(Store):
    def __init__(self, file: Path, *, synchronous: str = "FULL", beside_server: bool = False) -> None:
        super().__init__()
        self.file = file
        self._beside_server = beside_server
        self._database_file = DatabaseFile(file)
        self._synchronous = synchronous
        self._jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._waiting: list[tuple[Row, StoredFuture]] = []
        # Whether the writer has a batch, or gets one at the end of this loop iteration.
        self._writing = False
        self._handed_over = 0.0
        self._log_reader = ThreadPoolExecutor(1, "hanabi-log-reader")
        self._readers = ThreadPoolExecutor(READERS, "hanabi-reader")
        self._thread: threading.Thread | None = None
        # Set when the database file is gone, so that nothing can be stored.
        self._lost: StoreError | None = None
        self._commits = self._rows = 0

    async def open(self) -> None:
        self._database_file.open(beside_server=self._beside_server)
        self._loop = asyncio.get_running_loop()
        started = self._loop.create_future()
        self._thread = threading.Thread(target=self._write, args=(started,), name="hanabi-writer", daemon=True)
        self._thread.start()
        await started
        self._log_connection = await self._loop.run_in_executor(self._log_reader, self._connect_reader)
        self._read_engine = create_engine(
            "sqlite://",
            creator=self._connect_reader,
            poolclass=QueuePool,
            pool_size=READERS,
            max_overflow=0,
            hide_parameters=True,
            execution_options={"store": self},
        )

    async def close(self) -> None:
        """Store everything that was appended, then end the thread."""
        if self._thread is not None:
            while self._waiting:
                self._hand_over()
            self._readers.shutdown()
            self._read_engine.dispose()
            await self._loop.run_in_executor(self._log_reader, self._log_connection.close)
            self._jobs.put(None)
            await asyncio.get_running_loop().run_in_executor(None, self._thread.join)
            self._thread = None
        self._readers.shutdown()
        self._log_reader.shutdown()
        self._database_file.close()

    def append(self, row: Row) -> StoredFuture:
        stored: StoredFuture = self._loop.create_future()
        self._waiting.append((row, stored))
        if not self._writing:
            self._writing = True
            self._loop.call_soon(self._schedule)
        return stored

    def _schedule(self) -> None:
        """A commit costs as much as several moves, so under load wait a moment for more of them."""
        early = self._handed_over + COMMIT_INTERVAL - self._loop.time()
        if early > 0:
            self._loop.call_later(early, self._hand_over)
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        """Give the writer a batch of the waiting rows."""
        batch, self._waiting = self._waiting[:MAX_ROWS], self._waiting[MAX_ROWS:]
        self._handed_over = self._loop.time()
        self._jobs.put(batch)

    def _written(self, batch: list[tuple[Row, StoredFuture]], outcomes: list[bool | StoreError]) -> None:
        """Start writing the next batch, then finish this one."""
        self._writing = bool(self._waiting)
        if self._writing:
            self._schedule()
        finish((stored, outcome) for (_, stored), outcome in zip(batch, outcomes, strict=True))

    async def read(self, table: str, after: int = -1) -> list[Row]:
        def rows() -> list[Row]:
            try:
                return [Row(*row) for row in self._log_connection.execute(READ, (table, after))]
            except sqlite3.Error as error:
                raise self._noticed(error, "the log cannot be read") from None

        return await self._loop.run_in_executor(self._log_reader, rows)

    async def query(self, work: Callable[[Connection], T]) -> T:
        def answer() -> T:
            try:
                with self._read_engine.connect() as connection:
                    connection.exec_driver_sql("BEGIN")
                    return work(connection)
            except DBAPIError as error:
                raise self._noticed(error, "the database cannot be read") from None

        return await self._loop.run_in_executor(self._readers, answer)

    async def write(self, work: Callable[[Connection], T]) -> T:
        done = self._loop.create_future()
        self._jobs.put((work, done))
        result: T = await done
        return result

    def upsert(self, schema: Schema) -> Any:
        return insert(schema)

    async def check(self) -> None:
        def sample(connection: Connection) -> None:
            for table in metadata.tables:
                connection.exec_driver_sql(f'SELECT * FROM "{table}" LIMIT 1').all()
            connection.exec_driver_sql(SAMPLE, (secrets.token_urlsafe(2),)).all()

        try:
            self._database_file.check()
        except StoreError as lost:
            self._lost = lost
            raise
        self._lost = None
        await self.query(sample)

    async def shrink(self) -> None:
        """In small steps, so that no move waits for long. It needs a file created with `auto_vacuum`."""
        free_pages = await self.query(
            lambda connection: connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
        )
        if await self.query(lambda connection: connection.exec_driver_sql("PRAGMA auto_vacuum").scalar_one()) != 2:
            return
        while free_pages > 0:
            done: asyncio.Future[None] = self._loop.create_future()
            self._jobs.put(done)
            await done
            free_pages -= SHRINK_PAGES

    def facts(self) -> dict[str, Any]:
        return {"store": "sqlite", "commits": self._commits, "rows": self._rows}

    def _connect(self) -> sqlite3.Connection:
        connection = self._open_connection()
        # It only has an effect before the first table is created.
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {self._synchronous}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _connect_reader(self) -> sqlite3.Connection:
        """The writer has set the pragmas of the file; setting them again would wait for the writer."""
        connection = self._open_connection()
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _open_connection(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self.file, isolation_level=None, check_same_thread=False, timeout=10, cached_statements=2 * MAX_ROWS
        )

    def _write(self, started: "asyncio.Future[None]") -> None:
        try:
            connection = self._connect()
            engine = create_engine(
                "sqlite://",
                creator=lambda: connection,
                poolclass=StaticPool,
                hide_parameters=True,
                execution_options={"store": self},
            )
            with engine.begin() as first:
                first.exec_driver_sql("BEGIN IMMEDIATE")
                (require_newest if self._beside_server else upgrade)(first)
        except Exception as error:
            problem = StoreError(f"{self.file} cannot be opened: {error}")
            problem.__cause__ = error
            self._loop.call_soon_threadsafe(started.set_exception, problem)
            return
        self._loop.call_soon_threadsafe(started.set_result, None)
        while (job := self._jobs.get()) is not None:
            if isinstance(job, list):
                self._store(connection, job)
            elif isinstance(job, asyncio.Future):
                self._shrink_step(connection, job)
            else:
                self._work(connection, engine, *job)
        if not self._beside_server:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def _store(self, connection: sqlite3.Connection, batch: list[tuple[Row, StoredFuture]]) -> None:
        outcomes: list[bool | StoreError]
        try:
            if self._lost is not None:
                raise self._lost
            try:
                # `execute` would take the interpreter lock once more, to read the last row id.
                connection.executemany(insertion(len(batch)), [[value for row, _ in batch for value in row]])
                outcomes = [True] * len(batch)
            except Exception as error:
                if not _concerns_one_row(error):
                    raise
                outcomes = self._store_one_by_one(connection, batch)
        except Exception as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            doubt = self._noticed(error, "the event could not be stored")
            self._loop.call_soon_threadsafe(self.health.failed, problem_of(error))
            outcomes = [doubt] * len(batch)
        self._commits += 1
        self._rows += len(batch)
        self._loop.call_soon_threadsafe(self._written, batch, outcomes)

    def _store_one_by_one(
        self, connection: sqlite3.Connection, batch: list[tuple[Row, StoredFuture]]
    ) -> list[bool | StoreError]:
        """For a batch with a place that is taken or a row that cannot be stored; still one commit."""
        outcomes: list[bool | StoreError] = []
        connection.execute("BEGIN IMMEDIATE")
        for row, _ in batch:
            try:
                connection.execute(insertion(1), row)
                outcomes.append(True)
            except sqlite3.IntegrityError:
                outcomes.append(False)
            except Exception as error:
                if not _concerns_one_row(error):
                    raise
                outcomes.append(UnstorableEvent(f"the event cannot be stored: {problem_of(error)}"))
        connection.execute("COMMIT")
        return outcomes

    def _work(
        self,
        writer: sqlite3.Connection,
        engine: Engine,
        work: Callable[[Connection], Any],
        done: "asyncio.Future[Any]",
    ) -> None:
        try:
            if self._lost is not None:
                raise self._lost
            with engine.connect() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                try:
                    result = work(connection)
                    connection.exec_driver_sql("COMMIT")
                except BaseException:
                    # Some errors, such as a full disk, have already ended the transaction.
                    if writer.in_transaction:
                        connection.exec_driver_sql("ROLLBACK")
                    raise
        except IntegrityError as error:
            self._loop.call_soon_threadsafe(_finish, done, None, error)
        except DBAPIError as error:
            problem = self._noticed(error, "the database cannot be written")
            self._loop.call_soon_threadsafe(_finish, done, None, problem)
        except Exception as error:
            self._loop.call_soon_threadsafe(_finish, done, None, error)
        else:
            self._loop.call_soon_threadsafe(_finish, done, result, None)

    def _shrink_step(self, connection: sqlite3.Connection, done: "asyncio.Future[None]") -> None:
        """As a script: `execute` takes only the first step of this pragma, and each step is one page."""
        try:
            connection.executescript(f"PRAGMA incremental_vacuum({SHRINK_PAGES})")
        except sqlite3.Error as error:
            problem = self._noticed(error, "the database cannot be written")
            self._loop.call_soon_threadsafe(_finish, done, None, problem)
        else:
            self._loop.call_soon_threadsafe(_finish, done, None, None)

    def _noticed(self, error: Exception, what: str) -> StoreError:
        """The error for the caller; corruption also makes the store unhealthy."""
        self._loop.call_soon_threadsafe(self.health.noticed, error)
        problem = problem_of(error)
        return StoreError(f"{what}: {problem}", problem)


def _concerns_one_row(error: Exception) -> bool:
    return isinstance(error, ROW_ERRORS) or is_bad_data(error)


def _finish(done: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    if done.cancelled():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)
