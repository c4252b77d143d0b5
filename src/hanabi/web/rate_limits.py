"""Floods are slowed down, not banned."""

import time
from collections import OrderedDict


class TokenBucket:
    """So many things in so many seconds, then as they come back."""

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
    """One bucket an address; the longest unused are forgotten."""

    def __init__(self, most: int, per_seconds: float, remembered: int = 10_000) -> None:
        self._most, self._per_seconds, self._remembered = most, per_seconds, remembered
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        if self._most == 0:
            return True
        bucket = self._buckets.pop(address, None) or TokenBucket(self._most, self._per_seconds)
        self._buckets[address] = bucket
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket.take()


class ConnectionLimit:
    """How many sockets each address has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    @property
    def total(self) -> int:
        return sum(self._open.values())

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
