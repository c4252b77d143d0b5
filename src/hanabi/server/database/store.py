"""The interface of a store: `append` returns True only when the event has reached the disk."""

import asyncio
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection

from hanabi.server.database.errors import StoreError as StoreError
from hanabi.server.database.health import StoreHealth

logger = logging.getLogger("hanabi.store")
T = TypeVar("T")


class Row(NamedTuple):
    """One entry of the log as it is stored. (table, n) is unique, and so is (table, command)."""

    table: str
    n: int
    at: float
    body: str
    command: str | None


HintListener = Callable[[str, int], None]
PresenceListener = Callable[[str, Mapping[str, frozenset[int]]], None]
MessageListener = Callable[[str, str], None]
AppendCallback = Callable[[bool | StoreError], None]


def run_callbacks(batch: Iterable[tuple[AppendCallback, bool | StoreError]]) -> None:
    """Call each with its outcome; an exception in one does not keep the others from being called."""
    for callback, outcome in batch:
        try:
            callback(outcome)
        except Exception:
            logger.exception("what followed a stored event failed")


class Store(ABC):
    """The primary key (table, n) decides between writers: the second one gets False and reads the log again."""

    # Whether other processes may write too; then hints and `newest` say what they wrote.
    shared = False

    def __init__(self) -> None:
        # This process, for the others.
        self.process = secrets.token_hex(4)
        self.health = StoreHealth()

    @abstractmethod
    async def open(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    def post(self, row: Row, callback: AppendCallback) -> None:
        """Store an event, then call `callback` with True, or with False when its place is taken.

        A StoreError means that it is unknown whether it was stored, unless it is an UnstorableEvent. Never called
        before `post` returns.
        """

    def append(self, row: Row) -> "asyncio.Future[bool]":
        """The same as an awaitable."""
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def callback(outcome: bool | StoreError) -> None:
            if stored.done():
                return
            if isinstance(outcome, StoreError):
                stored.set_exception(outcome)
            else:
                stored.set_result(outcome)

        self.post(row, callback)
        return stored

    @abstractmethod
    async def read(self, table: str, after: int = -1) -> list[Row]:
        """The log of a table beyond event `after`, in order."""

    @abstractmethod
    async def query(self, work: Callable[[Connection], T]) -> T:
        """Run SQL that only reads, in one transaction. It waits for no write, and no write waits for it."""

    @abstractmethod
    async def cold(self, work: Callable[[Connection], T]) -> T:
        """Run SQL of the cold paths (accounts, summaries, studies) that writes, in one transaction."""

    @abstractmethod
    async def check(self) -> None:
        """Raises StoreError where the database is not what it was when it was opened."""

    def now(self) -> float:
        """The time that all processes on this store agree on."""
        return time.time()

    async def shrink(self) -> None:
        """Give the space of deleted rows back, where the database does not do so by itself."""
        return None

    async def newest(self, tables: Iterable[str]) -> dict[str, int]:
        """The newest event of each of these tables."""
        return {}

    def on_hint(self, listener: HintListener) -> None:
        """Call `listener(table, n)` when another process has stored something; hints may get lost."""
        return None

    def announce(self, here: Mapping[str, frozenset[int]]) -> None:
        """Send the other processes which seats of these tables are connected here; it may get lost."""
        return None

    def on_presence(self, listener: PresenceListener) -> None:
        """Call `listener(process, seats by table)` when another process has announced something."""
        return None

    def tell_others(self, table: str, message: str) -> None:
        """Send the other processes something about a table that is not stored; it may get lost."""
        return None

    def on_message(self, listener: MessageListener) -> None:
        """Call `listener(table, message)` with what another process tells."""
        return None

    def facts(self) -> dict[str, Any]:
        """For logs and metrics."""
        return {}
