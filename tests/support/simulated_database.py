"""A database in memory that delays, fails, and loses, repeats and reorders notifications, by a seed."""

import asyncio
import contextvars
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Table as Schema, create_engine
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.pool import StaticPool

from hanabi.server.database import Row, Store, StoreError
from hanabi.server.database.schema import metadata
from hanabi.server.database.store import Connected, HintListener, MessageListener, PresenceListener, StoredFuture
from support.virtual_time import EPOCH

T = TypeVar("T")


@dataclass(frozen=True)
class Faults:
    """Probabilities, and the longest usual delay in seconds."""

    # An append or a transaction fails before the commit, or its answer is lost after it.
    failed: float = 0.0
    answer_lost: float = 0.0
    # After a lost answer the commit may still be on its way.
    late_commit: float = 0.0
    read_failed: float = 0.0
    notification_lost: float = 0.0
    notification_doubled: float = 0.0
    delay: float = 0.02
    # A call takes seconds instead.
    stalled: float = 0.0

    @classmethod
    def random(cls, chance: random.Random) -> "Faults":
        some = (0.0, 0.03, 0.15)
        return cls(
            failed=chance.choice(some),
            answer_lost=chance.choice(some),
            late_commit=chance.choice((0.0, 0.5)),
            read_failed=chance.choice(some),
            notification_lost=chance.choice((0.0, 0.3, 1.0)),
            notification_doubled=chance.choice((0.0, 0.3)),
            delay=chance.choice((0.005, 0.05, 0.4)),
            stalled=chance.choice((0.0, 0.0, 0.02)),
        )


class SimulatedDatabase:
    """What is in `events` is durable. Transactions besides the log run on an SQLite database in memory."""

    def __init__(self, chance: random.Random, faults: Faults) -> None:
        self.chance, self.faults, self.context = chance, faults, contextvars.copy_context()
        self.events: dict[str, list[Row]] = {}
        self.commands: dict[tuple[str, str], int] = {}
        self.stores: list[SimulatedStore] = []
        self.engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        metadata.create_all(self.engine)

    def insert(self, row: Row) -> bool:
        """As the primary key and the unique index of the log decide."""
        log = self.events.setdefault(row.table, [])
        if row.n < len(log) or (row.command is not None and (row.table, row.command) in self.commands):
            return False
        if row.n > len(log):
            raise AssertionError(f"event {row.n} of {row.table} would leave a gap after {len(log) - 1}")
        log.append(row)
        if row.command is not None:
            self.commands[row.table, row.command] = row.n
        return True

    def happens(self, probability: float) -> bool:
        return self.chance.random() < probability

    def delay(self) -> float:
        return self.chance.uniform(0.5, 6.0) if self.happens(self.faults.stalled) else self._usual_delay()

    def _usual_delay(self) -> float:
        return self.chance.uniform(0.0005, self.faults.delay)

    def notify(self, deliver: Callable[["SimulatedStore"], None], sender: "SimulatedStore | None" = None) -> None:
        """Tell all processes, each after another delay; some are told twice and some never."""
        loop = asyncio.get_running_loop()
        for store in self.stores:
            if store is sender or self.happens(self.faults.notification_lost):
                continue
            for _ in range(2 if self.happens(self.faults.notification_doubled) else 1):
                loop.call_later(self.delay(), self._deliver, store, deliver, context=store.context)

    def _deliver(self, store: "SimulatedStore", deliver: Callable[["SimulatedStore"], None]) -> None:
        if store.alive:
            deliver(store)


class SimulatedStore(Store):
    """The connection of one process, whose clock differs from the database's by a few milliseconds."""

    shared = True

    def __init__(self, database: SimulatedDatabase, context: Any) -> None:
        super().__init__()
        self.process = f"{database.chance.getrandbits(32):08x}"
        self.database, self.context = database, context
        self.alive = True
        self._error = database.chance.uniform(-0.02, 0.02)
        self._engine: Engine = database.engine.execution_options(store=self)
        self._hints: list[HintListener] = []
        self._presence: list[PresenceListener] = []
        self._messages: list[MessageListener] = []
        # Events are stored one after the other, as by the writer of a real store.
        self._writer = asyncio.Lock()
        database.stores.append(self)

    async def open(self) -> None: ...

    async def close(self) -> None:
        self.alive = False

    async def _wait(self) -> None:
        """A dead process never gets an answer."""
        await asyncio.sleep(self.database.delay())
        if not self.alive:
            await asyncio.Event().wait()

    def append(self, row: Row) -> StoredFuture:
        """It does not end with the process: what is on its way to the database may be stored."""
        stored: StoredFuture = asyncio.get_running_loop().create_task(self._append(row), context=self.database.context)
        return stored

    async def _append(self, row: Row) -> bool:
        async with self._writer:
            database, faults = self.database, self.database.faults
            await asyncio.sleep(database.delay())
            if database.happens(faults.failed if self.alive else 0.5):
                raise StoreError("the connection was lost before the commit")
            if database.happens(faults.answer_lost):
                if database.happens(faults.late_commit):
                    asyncio.get_running_loop().call_later(database.delay(), self._commit_late, row)
                else:
                    self._commit(row)
                raise StoreError("the connection was lost after the commit")
            is_stored = self._commit(row)
            await self._wait()
            return is_stored

    def _commit(self, row: Row) -> bool:
        is_stored = self.database.insert(row)
        self.database.notify(lambda store: store.hinted(row.table, row.n))
        return is_stored

    def _commit_late(self, row: Row) -> None:
        if row.n == len(self.database.events.get(row.table, ())):
            self._commit(row)

    async def read(self, table: str, after: int = -1) -> list[Row]:
        await self._read_delay()
        rows = self.database.events.get(table, [])[after + 1 :]
        await self._wait()
        return rows

    async def _read_delay(self) -> None:
        await self._wait()
        if self.database.happens(self.database.faults.read_failed):
            raise StoreError("the connection was lost")

    async def query(self, work: Callable[[Connection], T]) -> T:
        await self._read_delay()
        with self._engine.begin() as connection:
            return work(connection)

    async def write(self, work: Callable[[Connection], T]) -> T:
        await self._wait()
        if self.database.happens(self.database.faults.failed):
            raise StoreError("the connection was lost before the commit")
        with self._engine.begin() as connection:
            result = work(connection)
        if self.database.happens(self.database.faults.answer_lost):
            raise StoreError("the connection was lost after the commit")
        await self._wait()
        return result

    async def check(self) -> None:
        await self._read_delay()

    def upsert(self, schema: Schema) -> Any:
        return insert(schema)

    def now(self) -> float:
        return EPOCH + asyncio.get_running_loop().time() + self._error

    async def newest(self, tables: Iterable[str]) -> dict[str, int]:
        await self._read_delay()
        return {table: len(self.database.events[table]) - 1 for table in tables}

    def hinted(self, table: str, n: int) -> None:
        for listener in self._hints:
            listener(table, n)

    def on_hint(self, listener: HintListener) -> None:
        self._hints.append(listener)

    def announce(self, here: Mapping[str, Connected]) -> None:
        announced = dict(here)
        self.database.notify(lambda store: store.announced(self.process, announced), self)

    def announced(self, process: str, here: Mapping[str, Connected]) -> None:
        for listener in self._presence:
            listener(process, here)

    def told(self, table: str, message: str) -> None:
        for listener in self._messages:
            listener(table, message)

    def on_presence(self, listener: PresenceListener) -> None:
        self._presence.append(listener)

    def tell_others(self, table: str, message: str) -> None:
        self.database.notify(lambda store: store.told(table, message), self)

    def on_message(self, listener: MessageListener) -> None:
        self._messages.append(listener)
