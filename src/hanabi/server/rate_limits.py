"""Rate limits per address or visitor, and limits on open connections per address.

Limits count by address, not by connection; otherwise a new connection would reset them. Each process counts for itself;
deploy/haproxy.cfg has limits for several processes together.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

# A subscriber may have many IPv6 networks. All networks within a /48 together get the limits of this many networks.
NETWORKS_PER_SITE = 8


@dataclass(frozen=True)
class RateLimit:
    """At most `limit` at once, refilled over `per_seconds`; 0 means no limit."""

    limit: int
    per_seconds: float


class RateLimiter:
    """The limits by name. A key is an address as returned by `network_of`, or the key of a visitor."""

    def __init__(self, limits: Mapping[str, RateLimit], max_keys: int = 50_000) -> None:
        """Remembers `max_keys` keys, the most recently used ones."""
        self._limits = {name: limit for name, limit in limits.items() if limit.limit > 0}
        self._max_keys = max_keys
        # For each limit and key, the time until which the allowance is used up.
        self._used_until: OrderedDict[tuple[str, str], float] = OrderedDict()

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
        cost, now, entry = per_seconds / limit, time.monotonic(), (name, key)
        # Half a cost more, so that the last of `limit` does not fail by a rounding error.
        allowance = per_seconds + cost / 2
        until = max(self._used_until.get(entry, now), now) + cost
        if until - now > allowance:
            return until - now - allowance
        self._used_until[entry] = until
        self._used_until.move_to_end(entry)
        if len(self._used_until) > self._max_keys:
            self._used_until.popitem(last=False)
        return 0.0


class ConnectionLimit:
    """Limits the open connections per key, and per IPv6 /48. 0 means no limit."""

    def __init__(self, limit: int, site_limit: int | None = None) -> None:
        self._limit = limit
        self._site_limit = NETWORKS_PER_SITE * limit if site_limit is None else site_limit
        self._open: Counter[str] = Counter()

    def enter(self, key: str) -> bool:
        if not self._limit:
            return True
        site = site_of(key)
        if self._open[key] >= self._limit or (site is not None and self._open[site] >= self._site_limit):
            return False
        self._open.update([key] if site is None else [key, site])
        return True

    def leave(self, key: str) -> None:
        if self._limit:
            for entry in (key, site_of(key)):
                if entry is not None:
                    self._open[entry] -= 1
                    if self._open[entry] <= 0:
                        del self._open[entry]


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


def is_within(address: str, networks: Iterable[str]) -> bool:
    """Whether an address is in one of these networks."""
    try:
        parsed = ip_address(network_of(address).partition("/")[0] if "." in address else address)
    except ValueError:
        return False
    return any(parsed in ip_network(network) for network in networks)


def site_of(key: str) -> str | None:
    """The /48 around an IPv6 network as returned by `network_of`; None for any other key."""
    return _site_of(key) if key.endswith("/64") else None


@lru_cache(maxsize=4096)
def _site_of(network: str) -> str:
    return str(ip_network(network).supernet(new_prefix=48))
