"""Rate limits by token bucket, and the number of sockets an address may open."""

import time
from collections import OrderedDict


class TokenBucket:
    """`most` requests at once, refilled over `per_seconds`."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, most: int, per_seconds: float) -> None:
        self.most, self.rate = most, most / per_seconds
        self._left, self._at = float(most), time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class TokenBuckets:
    """One bucket an address; the least recently used are dropped. A limit of 0 is none."""

    def __init__(self, most: int, per_seconds: float, max_addresses: int = 10_000) -> None:
        self._most, self._per_seconds, self._max_addresses = most, per_seconds, max_addresses
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        if self._most == 0:
            return True
        bucket = self._buckets.pop(address, None) or TokenBucket(self._most, self._per_seconds)
        self._buckets[address] = bucket
        if len(self._buckets) > self._max_addresses:
            self._buckets.popitem(last=False)
        return bucket.take()


class ConnectionLimit:
    """The number of open sockets of each address. A limit of 0 is none."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        if self._most and self._open.get(address, 0) >= self._most:
            return False
        self._open[address] = self._open.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        left = self._open.get(address, 0) - 1
        if left > 0:
            self._open[address] = left
        else:
            self._open.pop(address, None)
