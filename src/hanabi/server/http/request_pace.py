"""Fewer requests at once while the event loop is busy or late: it also handles moves, which come first."""

import asyncio
import time

from hanabi.server.fair_queue import FairQueue

# How often the event loop is measured, in seconds.
INTERVAL = 0.01
# The lag, in seconds, and the share of the interval spent computing that halve the number of requests. Threads that
# store moves need the interpreter too, so it must not be busy all the time.
MAX_LAG, MAX_BUSY = 0.005, 0.4
# The number of requests before the first measurement.
FIRST_SLOTS = 8


class RequestPace:
    """Adapts the slots of a queue as TCP adapts its window: one more after each good measurement, half after a bad one.

    It only measures while there are requests. Even then one of them starts at every second measurement.
    """

    def __init__(self, queue: FairQueue) -> None:
        self._queue, self._most = queue, queue.slots
        queue.slots = FIRST_SLOTS
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        if self._timer is None:
            self._schedule()

    def _schedule(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._timer = loop.call_at(now + INTERVAL, self._measure, now, time.thread_time())

    def _measure(self, began_at: float, spent: float) -> None:
        queue, seconds = self._queue, asyncio.get_running_loop().time() - began_at
        if queue.is_idle:
            queue.slots, self._timer = FIRST_SLOTS, None
            return
        is_busy = seconds > INTERVAL + MAX_LAG or time.thread_time() - spent > MAX_BUSY * seconds
        if is_busy and queue.slots > 0:
            queue.slots //= 2
        else:
            queue.slots = min(self._most, queue.slots + 1)
        queue.start_waiting()
        self._schedule()
