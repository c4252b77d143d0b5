"""Clients that read more slowly than they are sent to. What is kept for them is bounded, for each and for all."""

import asyncio
import logging
import time
from typing import Protocol

logger = logging.getLogger("hanabi.server.net.slow_readers")
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
