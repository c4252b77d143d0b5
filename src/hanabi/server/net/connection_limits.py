"""Connections that may be open: of one address, and of all together within the descriptors of the process."""

import asyncio
import logging
import resource
import time
from collections import OrderedDict
from ipaddress import ip_address, ip_network
from typing import Any, Protocol

from hanabi.server.rate_limits import NETWORKS_OF_SITE, ConnectionLimit, ConnectionStorage, RateLimiter, network_of

logger = logging.getLogger("hanabi.server.net.connection_limits")
# Seconds without reading anything after which a client is disconnected.
PATIENCE_SECONDS = 20.0
# Bytes that may wait for all of them together; beyond it the one with the most is disconnected.
MAX_UNREAD_BYTES = 64 * 2**20
CHECK_INTERVAL = 1.0


class SlowReader(Protocol):
    @property
    def unread_bytes(self) -> int:
        """What the transport keeps for the peer."""

    def abort(self) -> None: ...


class SlowReaders:
    """The connections whose transport is full. A connection adds and discards itself."""

    def __init__(self, patience: float = PATIENCE_SECONDS, max_bytes: int = MAX_UNREAD_BYTES) -> None:
        self._patience, self._max_bytes = patience, max_bytes
        # The bytes that were unread at the last sign of reading, and when that was.
        self._seen: dict[SlowReader, tuple[int, float]] = {}
        self._estimate = 0
        self._running = False
        self.aborted = 0

    def add(self, reader: SlowReader) -> None:
        if reader in self._seen:
            return
        unread = reader.unread_bytes
        self._seen[reader] = (unread, time.monotonic())
        self._estimate += unread
        if self._estimate > self._max_bytes:
            self._abort_largest()
        if not self._running:
            self._running = True
            asyncio.get_running_loop().call_later(CHECK_INTERVAL, self._check)

    def discard(self, reader: SlowReader) -> None:
        self._seen.pop(reader, None)

    def _check(self) -> None:
        now = time.monotonic()
        for reader, (unread, at) in list(self._seen.items()):
            left = reader.unread_bytes
            if left < unread:
                self._seen[reader] = (left, now)
            elif now - at > self._patience:
                self._abort(reader, left)
        self._abort_largest()
        self._running = bool(self._seen)
        if self._running:
            asyncio.get_running_loop().call_later(CHECK_INTERVAL, self._check)

    def _abort_largest(self) -> None:
        sizes = sorted(((reader.unread_bytes, number) for number, reader in enumerate(self._seen)), reverse=True)
        readers = list(self._seen)
        total = sum(size for size, _ in sizes)
        for size, number in sizes:
            if total <= self._max_bytes:
                break
            self._abort(readers[number], size)
            total -= size
        self._estimate = total

    def _abort(self, reader: SlowReader, unread: int) -> None:
        logger.info("a client that does not read is disconnected", extra={"unread_bytes": unread})
        self._seen.pop(reader, None)
        self.aborted += 1
        reader.abort()


# Descriptors that are left for the database, the worker processes and files.
RESERVED_DESCRIPTORS = 128
# More are of no use to one process, and systems that allow any number have loops over them.
MAX_DESCRIPTORS = 65_536


class AbortableConnection(Protocol):
    def abort(self) -> None: ...


def raise_descriptor_limit() -> int:
    """Set the soft limit of open files to the hard one, as far as it is of use; returns the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MAX_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


class ConnectionLimits:
    """Reverse proxies in `proxies` stand for many addresses, and count only in the total."""

    def __init__(
        self,
        of_address: int,
        total: int,
        descriptors: int,
        proxies: tuple[str, ...] = (),
        storage: ConnectionStorage | None = None,
        limiter: RateLimiter | None = None,
    ) -> None:
        possible = max(1, descriptors - RESERVED_DESCRIPTORS)
        self.total = min(total, possible) if total else possible
        # Nobody may take all of them alone.
        half = max(1, self.total // 2)
        most = min(of_address, half) if of_address else 0
        self._addresses = ConnectionLimit("connections", most, storage, min(NETWORKS_OF_SITE * most, half))
        self._limiter = limiter or RateLimiter({})
        self._proxies = _Proxies(proxies)
        self._keys: dict[Any, str | None] = {}
        # Connections that have no request under way, from the one that has been so for the longest time.
        self._idle: OrderedDict[AbortableConnection, None] = OrderedDict()
        self.refused = 0

    def __len__(self) -> int:
        return len(self._keys)

    def enter(self, connection: AbortableConnection, address: str) -> bool:
        """Whether the connection may stay. When all places are taken, one without a request has to go for it."""
        key = None if address in self._proxies else network_of(address)
        if not self._admit(key):
            self.refused += 1
            return False
        self._keys[connection] = key
        self._idle[connection] = None
        return True

    def _admit(self, key: str | None) -> bool:
        if key is not None and not (self._limiter.allow("new_connections", key) and self._addresses.enter(key)):
            return False
        if len(self._keys) < self.total:
            return True
        if self._idle:
            idle = next(iter(self._idle))
            idle.abort()
            self.leave(idle)
            return True
        if key is not None:
            self._addresses.leave(key)
        return False

    def leave(self, connection: Any) -> None:
        """Forget a connection, if it has not been forgotten already."""
        self._idle.pop(connection, None)
        if connection in self._keys and (key := self._keys.pop(connection)) is not None:
            self._addresses.leave(key)

    def replace(self, connection: Any, successor: Any) -> None:
        """Another protocol goes on with the connection; it is never idle."""
        self._idle.pop(connection, None)
        if connection in self._keys:
            self._keys[successor] = self._keys.pop(connection)

    def set_busy(self, connection: Any) -> None:
        self._idle.pop(connection, None)

    def set_idle(self, connection: Any) -> None:
        if connection in self._keys:
            self._idle[connection] = None


class _Proxies:
    def __init__(self, proxies: tuple[str, ...]) -> None:
        self._all = "*" in proxies
        self._names = {name for name in proxies if "/" not in name}
        self._networks = [ip_network(name, strict=False) for name in proxies if "/" in name]

    def __contains__(self, address: str) -> bool:
        if self._all or address in self._names:
            return True
        if not self._networks:
            return False
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._networks)
