"""Limits that the workers of one machine share: a hash table of fixed size in shared memory.

The supervisor creates it and the workers map it; each worker has its own column for its open connections. A rate limit
is one number per key: the time until which the allowance is used up. A cell whose time has passed is free, so nothing
needs to be cleaned up. Keys are stored as keyed hashes.

Cells are changed under a record lock of their set. The kernel releases the lock when the process ends for any reason.
"""

import contextlib
import fcntl
import hashlib
import mmap
import os
import secrets
import struct
import tempfile
import time
from collections.abc import Iterator
from functools import lru_cache

# Cells per set; a key can be in any of them.
WAYS = 8
RATE_SETS = 4096
CONNECTION_SETS = 2048
SECRET_BYTES = 16
# The load of a column whose worker accepts no connections.
NOT_ACCEPTING = 0xFFFFFFFF
_HEADER = struct.Struct(f"{SECRET_BYTES}sI")
_LOAD = struct.Struct("I")
# The hashes of a set, then their times.
_RATES = struct.Struct(f"{WAYS}Q{WAYS}d")
_HASH, _TIME, _COUNT = struct.Struct("Q"), struct.Struct("d"), struct.Struct("I")
# After this many seconds a set is changed without its lock: a limit may be off, but no worker waits for a stopped one.
LOCK_TIMEOUT = 0.05
LOCK = fcntl.LOCK_EX | fcntl.LOCK_NB


class SharedCounters:
    """`column` is this worker's; the supervisor, which only creates and clears, has none."""

    def __init__(self, descriptor: int, column: int | None = None) -> None:
        self.descriptor, self._column = descriptor, column
        self._memory = mmap.mmap(descriptor, 0)
        self._secret, self._columns = _HEADER.unpack_from(self._memory)
        self._loads_at = _HEADER.size
        self._rates_at = _aligned(self._loads_at + self._columns * _LOAD.size)
        self._connections_at = self._rates_at + RATE_SETS * _RATES.size
        self._connections = struct.Struct(f"{WAYS}Q{WAYS * self._columns}I")

    @classmethod
    def create(cls, columns: int) -> "SharedCounters":
        rates_at = _aligned(_HEADER.size + columns * _LOAD.size)
        connections = struct.calcsize(f"{WAYS}Q{WAYS * columns}I")
        size = rates_at + RATE_SETS * _RATES.size + CONNECTION_SETS * connections
        header = _HEADER.pack(secrets.token_bytes(SECRET_BYTES), columns)
        return cls(new_shared_file(size, header + _LOAD.pack(NOT_ACCEPTING) * columns))

    def close(self) -> None:
        self._memory.close()
        os.close(self.descriptor)

    def take(self, name: str, key: str, cost: float, allowance: float, now: float) -> float:
        """Implements RateStorage. All processes of the machine share the clock of `now`."""
        hashed = self._hash(name, key)
        number = hashed % RATE_SETS
        place = self._rates_at + number * _RATES.size
        self._lock(number)
        try:
            values = _RATES.unpack_from(self._memory, place)
            if hashed in values:
                way = values.index(hashed)
                until = max(values[WAYS + way], now) + cost
            else:
                # Replace the cell with the earliest time; if that has passed, the cell is free.
                times = values[WAYS:]
                way = times.index(min(times))
                until = now + cost
            if until - now > allowance:
                return float(until - now - allowance)
            _HASH.pack_into(self._memory, place + way * _HASH.size, hashed)
            _TIME.pack_into(self._memory, place + (WAYS + way) * _HASH.size, until)
            return 0.0
        finally:
            self._unlock(number)

    def enter(self, name: str, key: str, limit: int) -> bool:
        """Implements ConnectionStorage. Sums up all workers; this one counts in its own column."""
        assert self._column is not None
        with self._set_of(name, key) as (place, hashed):
            way = self._way(place, hashed)
            if way is None:
                # All cells of the set are in use, so this key is not counted.
                return True
            counts = self._counts(place, way)
            if sum(counts) >= limit:
                return False
            _HASH.pack_into(self._memory, place + way * _HASH.size, hashed)
            self._set_count(place, way, self._column, counts[self._column] + 1)
            return True

    def leave(self, name: str, key: str) -> None:
        assert self._column is not None
        with self._set_of(name, key) as (place, hashed):
            hashes = self._connections.unpack_from(self._memory, place)[:WAYS]
            if hashed in hashes:
                way = hashes.index(hashed)
                count = self._counts(place, way)[self._column] - 1
                self._set_count(place, way, self._column, max(0, count))

    def clear(self, column: int) -> None:
        """Reset the counts of a worker that has ended or is about to close everything."""
        self.set_load(NOT_ACCEPTING, column)
        for number in range(CONNECTION_SETS):
            place = self._connections_at + number * self._connections.size
            self._lock(RATE_SETS + number)
            for way in range(WAYS):
                self._set_count(place, way, column, 0)
            self._unlock(RATE_SETS + number)

    def clear_own(self) -> None:
        assert self._column is not None
        self.clear(self._column)

    def set_load(self, load: int, column: int | None = None) -> None:
        """Publish the number of connections of this worker."""
        column = self._column if column is None else column
        assert column is not None
        _LOAD.pack_into(self._memory, self._loads_at + column * _LOAD.size, load)

    def least_load(self) -> int:
        """The smallest load of the other workers; NOT_ACCEPTING if none accepts connections."""
        loads = self._loads()
        return min((load for column, load in enumerate(loads) if column != self._column), default=NOT_ACCEPTING)

    def owner(self, table: str) -> int | None:
        """The column of the worker that has this table. When a worker starts or stops, few tables move."""
        accepting = [column for column, load in enumerate(self._loads()) if load != NOT_ACCEPTING]
        return max(accepting, key=lambda column: self._hash(f"owner {column}", table), default=None)

    def _loads(self) -> tuple[int, ...]:
        return struct.unpack_from(f"{self._columns}I", self._memory, self._loads_at)

    def _hash(self, name: str, key: str) -> int:
        return keyed_hash(self._secret, f"{name}\0{key}")

    @contextlib.contextmanager
    def _set_of(self, name: str, key: str) -> Iterator[tuple[int, int]]:
        hashed = self._hash(name, key)
        number = hashed % CONNECTION_SETS
        self._lock(RATE_SETS + number)
        try:
            yield self._connections_at + number * self._connections.size, hashed
        finally:
            self._unlock(RATE_SETS + number)

    def _way(self, place: int, hashed: int) -> int | None:
        """The cell of a key, or a free one; None if the set is full."""
        values = self._connections.unpack_from(self._memory, place)
        if hashed in values[:WAYS]:
            return values.index(hashed, 0, WAYS)
        free = (way for way in range(WAYS) if not any(values[WAYS + way * self._columns :][: self._columns]))
        return next(free, None)

    def _counts(self, place: int, way: int) -> tuple[int, ...]:
        values = self._connections.unpack_from(self._memory, place)
        return values[WAYS + way * self._columns :][: self._columns]

    def _set_count(self, place: int, way: int, column: int, count: int) -> None:
        at = place + WAYS * _HASH.size + (way * self._columns + column) * _COUNT.size
        _COUNT.pack_into(self._memory, at, count)

    def _lock(self, number: int) -> None:
        """Lock one set. Record locks belong to the process, so its threads must not share an object of this class."""
        give_up_at = 0.0
        while True:
            try:
                fcntl.lockf(self.descriptor, LOCK, 1, number)
                return
            except OSError:
                now = time.perf_counter()
                give_up_at = give_up_at or now + LOCK_TIMEOUT
                if now > give_up_at:
                    return
                os.sched_yield()

    def _unlock(self, number: int) -> None:
        fcntl.lockf(self.descriptor, fcntl.LOCK_UN, 1, number)


def _aligned(size: int) -> int:
    return (size + 63) // 64 * 64


def new_shared_file(size: int, start: bytes) -> int:
    """The descriptor of an unnamed file: `start`, then zeros. It is in memory if the system supports that."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("hanabi")
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, size)
    os.pwrite(descriptor, start, 0)
    return descriptor


@lru_cache(maxsize=20_000)
def keyed_hash(secret: bytes, text: str) -> int:
    """64 bits, never 0. Without the secret, nobody can choose texts that collide."""
    encoded = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(encoded, digest_size=8, key=secret).digest(), "little") or 1
