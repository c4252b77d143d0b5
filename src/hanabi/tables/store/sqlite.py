"""SQLite: one process, one writer thread. What waits while a commit reaches the disk is committed together next.

The two threads share one interpreter lock, and each time the writer needs it, it waits for the tables. So it gets
batches, not events, and a batch is one statement, its own transaction, that needs no lock until it is synced.
"""

import asyncio
import fcntl
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.pool import StaticPool

from hanabi.tables.store.base import AppendCallback, Row, Store, StoreError, run_callbacks
from hanabi.tables.store.schema_upgrade import require_newest, upgrade

T = TypeVar("T")
ROW = "(?, ?, ?, ?, ?)"
# Each number of rows is a prepared statement of its own, so it is limited.
MAX_ROWS = 100
# The least seconds from one commit to the next.
COMMIT_INTERVAL = 0.003
READ = "SELECT table_id, n, at, body, command FROM event WHERE table_id = ? AND n > ? ORDER BY n"


def insertion(rows: int) -> str:
    """Outside a transaction this is all or nothing, and on the disk when it returns."""
    return f"INSERT INTO event (table_id, n, at, body, command) VALUES {', '.join([ROW] * rows)}"


class SqliteStore(Store):
    def __init__(self, file: Path, *, synchronous: str = "FULL", beside_server: bool = False) -> None:
        self.file = file
        self._beside_server = beside_server
        self._synchronous = synchronous
        self._jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._waiting: list[tuple[Row, AppendCallback]] = []
        # Whether the writer has a batch, or will be given one at the end of this turn of the loop.
        self._writing = False
        self._handed_over = 0.0
        self._reader = ThreadPoolExecutor(1, "hanabi-reader")
        self._lock: IO[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._commits = self._rows = 0

    async def open(self) -> None:
        if not self._beside_server:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self._lock = self._locked()
        elif not self.file.exists():
            raise StoreError(f"there is no database {self.file}")
        self._loop = asyncio.get_running_loop()
        started = self._loop.create_future()
        self._thread = threading.Thread(target=self._write, args=(started,), name="hanabi-writer", daemon=True)
        self._thread.start()
        await started
        self._read_connection = await self._loop.run_in_executor(self._reader, self._connect)

    async def close(self) -> None:
        """Everything handed in is stored before the thread ends."""
        if self._thread is not None:
            while self._waiting:
                self._hand_over()
            self._jobs.put(None)
            await asyncio.get_running_loop().run_in_executor(None, self._thread.join)
            self._thread = None
            await self._loop.run_in_executor(self._reader, self._read_connection.close)
        self._reader.shutdown()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def post(self, row: Row, callback: AppendCallback) -> None:
        self._waiting.append((row, callback))
        if not self._writing:
            self._writing = True
            self._loop.call_soon(self._schedule)

    def _schedule(self) -> None:
        """A commit costs as much as several moves, so under load it waits a moment for more of them."""
        early = self._handed_over + COMMIT_INTERVAL - self._loop.time()
        if early > 0:
            self._loop.call_later(early, self._hand_over)
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        """Give the writer a batch of what waits."""
        batch, self._waiting = self._waiting[:MAX_ROWS], self._waiting[MAX_ROWS:]
        self._handed_over = self._loop.time()
        self._jobs.put(batch)

    def _written(self, batch: list[tuple[Row, AppendCallback]], outcomes: list[bool | StoreError]) -> None:
        """The next batch is written while the callbacks of this one run."""
        self._writing = bool(self._waiting)
        if self._writing:
            self._schedule()
        run_callbacks((callback, outcome) for (_, callback), outcome in zip(batch, outcomes, strict=True))

    async def read(self, table: str, after: int = -1) -> list[Row]:
        def rows() -> list[Row]:
            return [Row(*row) for row in self._read_connection.execute(READ, (table, after))]

        return await self._loop.run_in_executor(self._reader, rows)

    async def cold(self, work: Callable[[Connection], T]) -> T:
        done = self._loop.create_future()
        self._jobs.put((work, done))
        result: T = await done
        return result

    def facts(self) -> dict[str, Any]:
        return {"store": "sqlite", "commits": self._commits, "rows": self._rows}

    def _locked(self) -> IO[bytes]:
        """One server a file: the lock goes with the process, however it ends."""
        lock = open(self.file.with_name(self.file.name + ".lock"), "ab")  # noqa: SIM115
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise StoreError(
                f"another server is already using {self.file}: stop it, choose another file with --database, "
                "or use PostgreSQL for several servers"
            ) from error
        return lock

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.file, isolation_level=None, check_same_thread=False, timeout=10, cached_statements=2 * MAX_ROWS
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {self._synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _engine(self, connection: sqlite3.Connection) -> Engine:
        return create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)

    def _write(self, started: "asyncio.Future[None]") -> None:
        try:
            connection = self._connect()
            engine = self._engine(connection)
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
            else:
                self._work(engine, *job)
        if not self._beside_server:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def _store(self, connection: sqlite3.Connection, batch: list[tuple[Row, AppendCallback]]) -> None:
        outcomes: list[bool | StoreError]
        try:
            try:
                # The plain `execute` would ask for the lock once more, to read the last row's number.
                connection.executemany(insertion(len(batch)), [[value for row, _ in batch for value in row]])
                outcomes = [True] * len(batch)
            except sqlite3.IntegrityError:
                outcomes = self._store_one_by_one(connection, batch)
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            outcomes = [StoreError(f"the event could not be stored: {error}")] * len(batch)
        self._commits += 1
        self._rows += len(batch)
        self._loop.call_soon_threadsafe(self._written, batch, outcomes)

    def _store_one_by_one(
        self, connection: sqlite3.Connection, batch: list[tuple[Row, AppendCallback]]
    ) -> list[bool | StoreError]:
        """Where some place in the batch is taken already; still one commit."""
        outcomes: list[bool | StoreError] = []
        connection.execute("BEGIN IMMEDIATE")
        for row, _ in batch:
            try:
                connection.execute(insertion(1), row)
                outcomes.append(True)
            except sqlite3.IntegrityError:
                outcomes.append(False)
        connection.execute("COMMIT")
        return outcomes

    def _work(self, engine: Engine, work: Callable[[Connection], Any], done: "asyncio.Future[Any]") -> None:
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                try:
                    result = work(connection)
                    connection.exec_driver_sql("COMMIT")
                except BaseException:
                    connection.exec_driver_sql("ROLLBACK")
                    raise
        except Exception as error:
            self._loop.call_soon_threadsafe(_finish, done, None, error)
        else:
            self._loop.call_soon_threadsafe(_finish, done, result, None)


def _finish(done: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    if done.cancelled():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)
