"""Limits on open connections, per address and in total, and on the data that slow clients leave unread."""

import asyncio
import logging
import resource
import time
from collections import OrderedDict
from ipaddress import ip_address, ip_network
from typing import Protocol

from hanabi.server.rate_limits import NETWORKS_PER_SITE, ConnectionLimit, RateLimiter, network_of

logger = logging.getLogger("hanabi.server.net.connection_limits")
# File descriptors reserved for the database, the worker processes and files.
RESERVED_DESCRIPTORS = 128
# One process needs no more, and on systems without a limit some code loops over all descriptors.
MAX_DESCRIPTORS = 65_536
# A client that reads nothing for this many seconds is disconnected.
PATIENCE_SECONDS = 20.0
# Unread bytes of all clients together; above it, the client with the most is disconnected.
MAX_UNREAD_BYTES = 64 * 2**20
CHECK_INTERVAL = 1.0


class AbortableConnection(Protocol):
    def abort(self) -> None: ...


def raise_descriptor_limit() -> int:
    """Raise the soft limit of open files to the hard limit, at most to MAX_DESCRIPTORS. Returns the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= limit:
        return MAX_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    except (OSError, ValueError):
        return soft
    return limit


class ConnectionLimits:
    """Connections from `proxies`, which stand for many addresses, count only in the total."""

    def __init__(
        self,
        per_address: int,
        total: int,
        descriptors: int,
        proxies: tuple[str, ...] = (),
        limiter: RateLimiter | None = None,
    ) -> None:
        available = max(1, descriptors - RESERVED_DESCRIPTORS)
        self.total = min(total, available) if total else available
        # No single address may take more than half.
        half = max(1, self.total // 2)
        limit = min(per_address, half) if per_address else 0
        self._addresses = ConnectionLimit(limit, min(NETWORKS_PER_SITE * limit, half))
        self._limiter = limiter or RateLimiter({})
        self._proxies = _Proxies(proxies)
        self._keys: dict[AbortableConnection, str | None] = {}
        # Connections without a request in progress, the longest idle first.
        self._idle: OrderedDict[AbortableConnection, None] = OrderedDict()
        self.refused = 0

    def __len__(self) -> int:
        return len(self._keys)

    def enter(self, connection: AbortableConnection, address: str) -> bool:
        """Whether the connection may stay. At the total limit, it replaces an idle connection."""
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

    def leave(self, connection: AbortableConnection) -> None:
        """Stop counting a connection; can be called more than once."""
        self._idle.pop(connection, None)
        if connection in self._keys and (key := self._keys.pop(connection)) is not None:
            self._addresses.leave(key)

    def replace(self, connection: AbortableConnection, successor: AbortableConnection) -> None:
        """Another protocol takes over the connection; it is never idle."""
        self._idle.pop(connection, None)
        if connection in self._keys:
            self._keys[successor] = self._keys.pop(connection)

    def set_busy(self, connection: AbortableConnection) -> None:
        self._idle.pop(connection, None)

    def set_idle(self, connection: AbortableConnection) -> None:
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


class SlowReader(Protocol):
    @property
    def unread_bytes(self) -> int:
        """Bytes that the transport holds for the client."""

    def abort(self) -> None: ...


class SlowReaders:
    """Disconnects clients that read too slowly; bounds buffered bytes per client and in total.

    A connection adds itself when its transport is full, and discards itself when it has room again.
    """

    def __init__(self, patience: float = PATIENCE_SECONDS, max_bytes: int = MAX_UNREAD_BYTES) -> None:
        self._patience, self._max_bytes = patience, max_bytes
        # The unread bytes when the client last read something, and the time.
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
            unread_now = reader.unread_bytes
            if unread_now < unread:
                self._seen[reader] = (unread_now, now)
            elif now - at > self._patience:
                self._abort(reader, unread_now)
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
        logger.info("disconnecting a client that does not read", extra={"unread_bytes": unread})
        self._seen.pop(reader, None)
        self.aborted += 1
        reader.abort()
