"""SQLite: one process, one writer thread. What waits while a commit reaches the disk is committed together next."""

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
from sqlalchemy.pool import NullPool, StaticPool

from hanabi.tables.store.base import Row, Store, StoreError
from hanabi.tables.store.upgrading import upgrade

T = TypeVar("T")
INSERT = "INSERT INTO event (table_id, n, at, body, command) VALUES (?, ?, ?, ?, ?)"
READ = "SELECT table_id, n, at, body, command FROM event WHERE table_id = ? AND n > ? ORDER BY n"


class SqliteStore(Store):
    def __init__(self, file: Path, *, synchronous: str = "FULL") -> None:
        self.file = file
        self._synchronous = synchronous
        self._jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "hanabi-reader")
        self._lock: IO[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._commits = self._rows = 0

    async def open(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self._lock = self._locked()
        self._loop = asyncio.get_running_loop()
        started = self._loop.create_future()
        self._thread = threading.Thread(target=self._write, args=(started,), name="hanabi-writer", daemon=True)
        self._thread.start()
        await started
        self._read_connection = await self._loop.run_in_executor(self._reader, self._connect)

    async def close(self) -> None:
        """Everything handed in is stored before the thread ends."""
        if self._thread is not None:
            self._jobs.put(None)
            await asyncio.get_running_loop().run_in_executor(None, self._thread.join)
            self._thread = None
            await self._loop.run_in_executor(self._reader, self._read_connection.close)
        self._reader.shutdown()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def append(self, row: Row) -> "asyncio.Future[bool]":
        stored: asyncio.Future[bool] = self._loop.create_future()
        self._jobs.put((row, stored))
        return stored

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
        connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False, timeout=10)
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
                upgrade(first)
        except Exception as error:
            problem = StoreError(f"{self.file} cannot be opened: {error}")
            problem.__cause__ = error
            self._loop.call_soon_threadsafe(started.set_exception, problem)
            return
        self._loop.call_soon_threadsafe(started.set_result, None)
        while self._write_batch(connection, engine, self._jobs.get()):
            pass
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def _write_batch(self, connection: sqlite3.Connection, engine: Engine, job: Any) -> bool:
        """Store all that waits, in one commit; cold work stands between batches. False when the store closes."""
        batch: list[tuple[Row, asyncio.Future[bool]]] = []
        while job is not None and isinstance(job[0], Row):
            batch.append(job)
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if len(batch) >= 500:
                self._store(connection, batch)
                batch = []
        else:
            if batch:
                self._store(connection, batch)
            if job is None:
                return False
            self._work(engine, *job)
            return True
        self._store(connection, batch)
        return True

    def _store(self, connection: sqlite3.Connection, batch: list[tuple[Row, "asyncio.Future[bool]"]]) -> None:
        results: list[bool | StoreError] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for row, _ in batch:
                try:
                    connection.execute(INSERT, row)
                    results.append(True)
                except sqlite3.IntegrityError:
                    results.append(False)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            results = [StoreError(f"the event could not be stored: {error}")] * len(batch)
        self._commits += 1
        self._rows += len(batch)
        self._loop.call_soon_threadsafe(_settle, [future for _, future in batch], results)

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
            self._loop.call_soon_threadsafe(_settle, [done], [error])
        else:
            self._loop.call_soon_threadsafe(_settle, [done], [result])


def _settle(futures: list["asyncio.Future[Any]"], results: list[Any]) -> None:
    for future, result in zip(futures, results, strict=True):
        if future.cancelled():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def upgrade_file(file: Path) -> None:
    """Upgrade a database that no server has open."""
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    with engine.begin() as connection:
        upgrade(connection)
