"""How often an address or a visitor may do something, and how many connections an address may have open.

Everything is counted by address and not by connection: a limit that a new connection resets is none. The counts are
in a storage of their own, so that processes on one machine can share them.
"""

import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Protocol

# A subscriber may have many networks of IPv6: all within a /48 together may do as much as so many of them.
NETWORKS_OF_SITE = 8


@dataclass(frozen=True)
class RateLimit:
    """`most` at once, and again as many over the next `per_seconds`; 0 is no limit."""

    most: int
    per_seconds: float


class RateStorage(Protocol):
    """Keeps for each limit and key the time at which all that was counted is used up again."""

    def take(self, name: str, key: str, cost: float, most: float, now: float) -> float:
        """Count `cost` seconds if no more than `most` seconds are used then; returns 0.0, or how long to wait."""


class MemoryRateStorage:
    """For one process. The keys that were not used for the longest time are dropped."""

    def __init__(self, max_keys: int = 50_000) -> None:
        self._max_keys = max_keys
        self._used_until: OrderedDict[tuple[str, str], float] = OrderedDict()

    def take(self, name: str, key: str, cost: float, most: float, now: float) -> float:
        place = (name, key)
        until = max(self._used_until.get(place, now), now) + cost
        if until - now > most:
            return until - now - most
        self._used_until[place] = until
        self._used_until.move_to_end(place)
        if len(self._used_until) > self._max_keys:
            self._used_until.popitem(last=False)
        return 0.0


class RateLimiter:
    """The limits by name. A key is an address as `network_of` gives it, or the key of a visitor."""

    def __init__(self, limits: Mapping[str, RateLimit], storage: RateStorage | None = None) -> None:
        self._limits = {name: limit for name, limit in limits.items() if limit.most > 0}
        self._storage = storage or MemoryRateStorage()

    def allow(self, name: str, key: str) -> bool:
        return self.retry_after(name, key) == 0.0

    def retry_after(self, name: str, key: str) -> float:
        """Count one more; returns 0.0, or if that is too many the seconds until it is not."""
        limit = self._limits.get(name)
        if limit is None:
            return 0.0
        seconds = self._take(name, key, limit.most, limit.per_seconds)
        if seconds == 0.0 and (site := site_of(key)) is not None:
            return self._take(name, site, limit.most * NETWORKS_OF_SITE, limit.per_seconds)
        return seconds

    def _take(self, name: str, key: str, most: int, per_seconds: float) -> float:
        cost = per_seconds / most
        # The half is for rounding: the last of `most` must not fail by a billionth of a second.
        return self._storage.take(name, key, cost, per_seconds + cost / 2, time.monotonic())


class ConnectionStorage(Protocol):
    """Counts what is open under each name and key."""

    def enter(self, name: str, key: str, most: int) -> bool:
        """Count one more unless there are `most`."""

    def leave(self, name: str, key: str) -> None: ...


class MemoryConnectionStorage:
    """For one process."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], int] = {}

    def enter(self, name: str, key: str, most: int) -> bool:
        count = self._open.get((name, key), 0)
        if count >= most:
            return False
        self._open[name, key] = count + 1
        return True

    def leave(self, name: str, key: str) -> None:
        left = self._open.get((name, key), 0) - 1
        if left > 0:
            self._open[name, key] = left
        else:
            self._open.pop((name, key), None)


class ConnectionLimit:
    """The number of open connections of each key, and of each /48 of IPv6. A limit of 0 is none."""

    def __init__(
        self, name: str, most: int, storage: ConnectionStorage | None = None, most_of_site: int | None = None
    ) -> None:
        self._name, self._most = name, most
        self._most_of_site = NETWORKS_OF_SITE * most if most_of_site is None else most_of_site
        self._storage = storage or MemoryConnectionStorage()

    def enter(self, key: str) -> bool:
        if not self._most:
            return True
        if not self._storage.enter(self._name, key, self._most):
            return False
        site = site_of(key)
        if site is None or self._storage.enter(self._name, site, self._most_of_site):
            return True
        self._storage.leave(self._name, key)
        return False

    def leave(self, key: str) -> None:
        if self._most:
            self._storage.leave(self._name, key)
            if (site := site_of(key)) is not None:
                self._storage.leave(self._name, site)


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What one subscriber has: an IPv4 address, or the /64 of an IPv6 address."""
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
    """The /48 around a network of IPv6 as `network_of` gives it; None for any other key."""
    return _site_of(key) if key.endswith("/64") else None


@lru_cache(maxsize=4096)
def _site_of(network: str) -> str:
    return str(ip_network(network).supernet(new_prefix=48))
