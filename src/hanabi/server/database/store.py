"""The interface of a store: `append` returns True only when the event has reached the disk."""

import asyncio
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from hanabi.server.database.errors import StoreError, is_corruption, problem_of

if TYPE_CHECKING:  # clients import Row, and need no SQLAlchemy
    from sqlalchemy import Connection, Table as Schema

logger = logging.getLogger("hanabi.store")
# After a failed write the store counts as unhealthy for this long, even if a heartbeat gets through.
UNHEALTHY_SECONDS = 4.0
# How often a problem that comes and goes is logged.
LOG_INTERVAL = 60.0
T = TypeVar("T")


class Row(NamedTuple):
    """One stored entry of a log. (table, n) is unique, and so is (table, command)."""

    table: str
    n: int
    at: float
    body: str
    command: str | None


class Connected(NamedTuple):
    """Who is connected to a table: seats, the number of spectators, and the names of some who are signed in."""

    seats: frozenset[int] = frozenset()
    watching: int = 0
    names: frozenset[str] = frozenset()

    def with_others(self, other: "Connected") -> "Connected":
        return Connected(self.seats | other.seats, self.watching + other.watching, self.names | other.names)


HintListener = Callable[[str, int], None]
PresenceListener = Callable[[str, Mapping[str, Connected]], None]
MessageListener = Callable[[str, str], None]
StoredFuture = asyncio.Future[bool]


def finish(appended: Iterable[tuple[StoredFuture, bool | StoreError]]) -> None:
    """Pass on the outcomes, except to callers that were cancelled."""
    for stored, outcome in appended:
        if stored.done():
            continue
        if isinstance(outcome, StoreError):
            stored.set_exception(outcome)
        else:
            stored.set_result(outcome)


def upsert(connection: "Connection", schema: "Schema") -> Any:
    """An INSERT with `on_conflict_do_update` and `on_conflict_do_nothing`."""
    return store_of(connection).upsert(schema)


def store_of(connection: "Connection") -> "Store":
    """The store whose `query` or `write` opened this connection."""
    store: Store = connection.get_execution_options()["store"]
    return store


class StoreHealth:
    """Whether the database can be read and written. The heartbeat checks it; each outage is logged once."""

    def __init__(self) -> None:
        self.problem: str | None = None
        self._is_permanent = False
        self._failed_at = 0.0
        self._logged_at = float("-inf")
        self._is_logged = False

    def failed(self, problem: str, *, permanent: bool = False) -> None:
        """Record a problem; a permanent one ends only when the server restarts."""
        now = time.monotonic()
        if self.problem is None and now - self._logged_at > LOG_INTERVAL:
            self._logged_at, self._is_logged = now, True
            logger.error("the database is unhealthy", extra={"problem": problem})
        if not self._is_permanent:
            self.problem, self._failed_at, self._is_permanent = problem, now, permanent

    def noticed(self, error: BaseException) -> None:
        """Other errors than corruption are problems of the statement, not of the database."""
        if is_corruption(error):
            self.failed(problem_of(error), permanent=True)

    def succeeded(self) -> None:
        if self.problem is None or self._is_permanent or time.monotonic() - self._failed_at < UNHEALTHY_SECONDS:
            return
        self.problem = None
        if self._is_logged:
            self._is_logged = False
            logger.warning("the database is healthy again")


class Store(ABC):
    """The primary key (table, n) decides between writers: the second one gets False and reads the log again."""

    # Whether other processes write too; hints and `newest` tell what they wrote.
    shared = False

    def __init__(self) -> None:
        # The id of this process.
        self.process = secrets.token_hex(4)
        self.health = StoreHealth()

    @abstractmethod
    async def open(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    def append(self, row: Row) -> StoredFuture:
        """Store an event: True, or False if its place is taken.

        A StoreError means that the event may or may not be stored, unless it is an UnstorableEvent.
        """

    @abstractmethod
    async def read(self, table: str, after: int = -1) -> list[Row]:
        """The log of a table after event `after`, in order."""

    @abstractmethod
    async def query(self, work: "Callable[[Connection], T]") -> T:
        """Run a read-only transaction. It waits for no write, and no write waits for it."""

    @abstractmethod
    async def write(self, work: "Callable[[Connection], T]") -> T:
        """Run a write transaction (events go through `append`)."""

    @abstractmethod
    async def check(self) -> None:
        """Raises StoreError if the database was damaged or replaced since it was opened."""

    @abstractmethod
    def upsert(self, schema: "Schema") -> Any:
        """As `upsert` above: the statement of this database."""

    def hint(self, connection: "Connection", subject: str) -> None:
        """When this transaction is committed, call the listeners of `on_hint` in all processes; it may get lost."""
        return None

    def now(self) -> float:
        """The time on which all processes of this store agree."""
        return time.time()

    async def shrink(self) -> None:
        """Return the space of deleted rows to the system, if the database does not do so on its own."""
        return None

    async def newest(self, tables: Iterable[str]) -> dict[str, int]:
        """The number of the newest event of each table."""
        return {}

    def on_hint(self, listener: HintListener) -> None:
        """Call `listener(table, n)` when another process has stored an event; hints may get lost."""
        return None

    def announce(self, here: Mapping[str, Connected]) -> None:
        """Tell the other processes who is connected to these tables here; it may get lost."""
        return None

    def on_presence(self, listener: PresenceListener) -> None:
        """Call `listener(process, connected by table)` when another process announces its connections."""
        return None

    def tell_others(self, table: str, message: str) -> None:
        """Send the other processes a message about a table. It is not stored and may get lost."""
        return None

    def on_message(self, listener: MessageListener) -> None:
        """Call `listener(table, message)` for each message of another process."""
        return None

    def facts(self) -> dict[str, Any]:
        """For logs and metrics."""
        return {}
