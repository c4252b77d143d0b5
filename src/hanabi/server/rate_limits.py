"""Rate limits per address or visitor, and limits on open connections per address.

Limits count by address, not by connection; otherwise a new connection would reset them. The counts are in a separate
storage, so that processes on one machine can share them.
"""

import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Protocol

# A subscriber may have many IPv6 networks. All networks within a /48 together get the limits of this many networks.
NETWORKS_PER_SITE = 8


@dataclass(frozen=True)
class RateLimit:
    """At most `limit` at once, refilled over `per_seconds`; 0 means no limit."""

    limit: int
    per_seconds: float


class RateStorage(Protocol):
    """Stores for each limit and key the time until which the allowance is used up."""

    def take(self, name: str, key: str, cost: float, allowance: float, now: float) -> float:
        """Use `cost` seconds if that stays within `allowance`. Returns 0.0, or the seconds to wait."""


class MemoryRateStorage:
    """For one process. Drops the least recently used keys."""

    def __init__(self, max_keys: int = 50_000) -> None:
        self._max_keys = max_keys
        self._used_until: OrderedDict[tuple[str, str], float] = OrderedDict()

    def take(self, name: str, key: str, cost: float, allowance: float, now: float) -> float:
        entry = (name, key)
        until = max(self._used_until.get(entry, now), now) + cost
        if until - now > allowance:
            return until - now - allowance
        self._used_until[entry] = until
        self._used_until.move_to_end(entry)
        if len(self._used_until) > self._max_keys:
            self._used_until.popitem(last=False)
        return 0.0


class RateLimiter:
    """The limits by name. A key is an address as returned by `network_of`, or the key of a visitor."""

    def __init__(self, limits: Mapping[str, RateLimit], storage: RateStorage | None = None) -> None:
        self._limits = {name: limit for name, limit in limits.items() if limit.limit > 0}
        self._storage = storage or MemoryRateStorage()

    def allow(self, name: str, key: str) -> bool:
        return self.retry_after(name, key) == 0.0

    def retry_after(self, name: str, key: str) -> float:
        """Count one more. Returns 0.0, or the seconds to wait if that is too many."""
        limit = self._limits.get(name)
        if limit is None:
            return 0.0
        seconds = self._take(name, key, limit.limit, limit.per_seconds)
        if seconds == 0.0 and (site := site_of(key)) is not None:
            return self._take(name, site, limit.limit * NETWORKS_PER_SITE, limit.per_seconds)
        return seconds

    def _take(self, name: str, key: str, limit: int, per_seconds: float) -> float:
        cost = per_seconds / limit
        # Half a cost more, so that the last of `limit` does not fail by a rounding error.
        return self._storage.take(name, key, cost, per_seconds + cost / 2, time.monotonic())


class ConnectionStorage(Protocol):
    """Counts open connections per name and key."""

    def enter(self, name: str, key: str, limit: int) -> bool:
        """Count one more unless there are `limit`."""

    def leave(self, name: str, key: str) -> None: ...


class MemoryConnectionStorage:
    """For one process."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], int] = {}

    def enter(self, name: str, key: str, limit: int) -> bool:
        count = self._open.get((name, key), 0)
        if count >= limit:
            return False
        self._open[name, key] = count + 1
        return True

    def leave(self, name: str, key: str) -> None:
        count = self._open.get((name, key), 0) - 1
        if count > 0:
            self._open[name, key] = count
        else:
            self._open.pop((name, key), None)


class ConnectionLimit:
    """Limits the open connections per key, and per IPv6 /48. 0 means no limit."""

    def __init__(
        self, name: str, limit: int, storage: ConnectionStorage | None = None, site_limit: int | None = None
    ) -> None:
        self._name, self._limit = name, limit
        self._site_limit = NETWORKS_PER_SITE * limit if site_limit is None else site_limit
        self._storage = storage or MemoryConnectionStorage()

    def enter(self, key: str) -> bool:
        if not self._limit:
            return True
        if not self._storage.enter(self._name, key, self._limit):
            return False
        site = site_of(key)
        if site is None or self._storage.enter(self._name, site, self._site_limit):
            return True
        self._storage.leave(self._name, key)
        return False

    def leave(self, key: str) -> None:
        if self._limit:
            self._storage.leave(self._name, key)
            if (site := site_of(key)) is not None:
                self._storage.leave(self._name, site)


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """The network of one subscriber: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, 64), strict=False))


def site_of(key: str) -> str | None:
    """The /48 around an IPv6 network as returned by `network_of`; None for any other key."""
    return _site_of(key) if key.endswith("/64") else None


@lru_cache(maxsize=4096)
def _site_of(network: str) -> str:
    return str(ip_network(network).supernet(new_prefix=48))
