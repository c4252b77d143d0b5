"""A concurrency limiter that serves clients round-robin."""

import asyncio
import contextlib
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator


class QueueFull(Exception):
    """This key, or all keys together, have too many waiting."""


class FairQueue:
    """Runs `slots` pieces of work at a time, `slots_per_key` of them per key. A key is a client's address."""

    def __init__(
        self, slots: int, slots_per_key: int, max_waiting_per_key: int = sys.maxsize, max_waiting: int = sys.maxsize
    ) -> None:
        self.slots, self._slots_per_key = slots, slots_per_key
        self._max_waiting_per_key, self._max_waiting = max_waiting_per_key, max_waiting
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._count = 0

    @contextlib.asynccontextmanager
    async def slot(self, key: str) -> AsyncIterator[None]:
        await self.acquire(key)
        try:
            yield
        finally:
            self.release(key)

    async def acquire(self, key: str) -> None:
        """Wait for a slot. Raises QueueFull."""
        if key not in self._waiting and self._has_slot(key):
            self._running[key] += 1
            return
        queue = self._waiting.setdefault(key, deque())
        if len(queue) >= self._max_waiting_per_key or self._count >= self._max_waiting:
            if not queue:
                del self._waiting[key]
            raise QueueFull
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._count += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._remove(key, turn)
            else:
                self.release(key)
            raise

    @property
    def waiting(self) -> int:
        return self._count

    @property
    def is_idle(self) -> bool:
        return not self._running and not self._waiting

    def release(self, key: str) -> None:
        self._running[key] -= 1
        if not self._running[key]:
            del self._running[key]
        self.start_waiting()

    def start_waiting(self) -> None:
        """Start what has a slot now; also call this after `slots` has changed."""
        for waiting in list(self._waiting):
            if self._running.total() >= self.slots:
                break
            if self._has_slot(waiting):
                self._start_next(waiting)

    def _has_slot(self, key: str) -> bool:
        return self._running.total() < self.slots and self._running[key] < self._slots_per_key

    def _start_next(self, key: str) -> None:
        """Give the slot to the first of `key`, then move the key to the end of the line."""
        queue = self._waiting[key]
        turn = queue.popleft()
        self._count -= 1
        self._waiting.move_to_end(key)
        if not queue:
            del self._waiting[key]
        self._running[key] += 1
        turn.set_result(None)

    def _remove(self, key: str, turn: "asyncio.Future[None]") -> None:
        queue = self._waiting.get(key)
        if queue is not None and turn in queue:
            queue.remove(turn)
            self._count -= 1
            if not queue:
                del self._waiting[key]
