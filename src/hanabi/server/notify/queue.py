"""A bounded background queue with retries and per-service back-off."""

import asyncio
import logging
import random
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from typing import Generic, Literal, TypeVar

from hanabi.server.tasks import TaskSet

logger = logging.getLogger("hanabi.delivery")
MAX_WAITING = 2000
SENDERS = 4
# Seconds before a failed service is tried again: doubled with every failure.
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 600.0
# How many failing services are remembered.
MAX_PAUSED = 1000

Message = TypeVar("Message")
# later: the service itself fails, so all its messages wait; again: this message waits; failed: it is rejected.
Outcome = Literal["sent", "later", "again", "failed"]


class DeliveryQueue(ABC, Generic[Message]):
    def __init__(self, *, first_pause: float = FIRST_PAUSE, attempts: int = 3) -> None:
        self._first_pause, self._attempts = first_pause, attempts
        # Each message with the number of times it was tried.
        self._queue: asyncio.Queue[tuple[Message, int]] = asyncio.Queue(MAX_WAITING)
        # By service: when to try it again (monotonic), and how often it has failed in a row.
        self._paused: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._tasks = TaskSet(lambda error: logger.error("a delivery task failed", exc_info=error))
        self.sent = self.dropped = self.failed = 0

    @abstractmethod
    def service_of(self, message: Message) -> str:
        """While a service fails, all its messages wait together."""

    @abstractmethod
    async def deliver(self, message: Message) -> Outcome: ...

    def open(self) -> None:
        for _ in range(SENDERS):
            self._tasks.spawn(self._send_all())

    async def close(self) -> None:
        await self._tasks.close()

    def put(self, message: Message) -> None:
        """Never waits: a message that does not fit is dropped."""
        self._put(message, 0)

    @property
    def waiting(self) -> int:
        return self._queue.qsize()

    def _put(self, message: Message, tries: int) -> None:
        try:
            self._queue.put_nowait((message, tries))
        except asyncio.QueueFull:
            self.dropped += 1

    async def _send_all(self) -> None:
        while True:
            message, tries = await self._queue.get()
            try:
                await self._send(message, tries + 1)
            except Exception as error:
                self.failed += 1
                logger.warning("a message was not sent", extra={"error": type(error).__name__})

    async def _send(self, message: Message, tries: int) -> None:
        service = self.service_of(message)
        until, failures = self._paused.get(service, (0.0, 0))
        if time.monotonic() < until:
            return self._again(message, tries, until - time.monotonic())
        outcome = await self.deliver(message)
        if outcome == "later":
            pause = min(LONGEST_PAUSE, self._first_pause * 2**failures) * random.uniform(1.0, 1.3)
            self._paused[service] = (time.monotonic() + pause, min(failures + 1, 20))
            self._paused.move_to_end(service)
            while len(self._paused) > MAX_PAUSED:
                self._paused.popitem(last=False)
            return self._again(message, tries, pause)
        self._paused.pop(service, None)
        if outcome == "again":
            return self._again(message, tries, min(LONGEST_PAUSE, self._first_pause * 2**tries))
        if outcome == "sent":
            self.sent += 1
        else:
            self.failed += 1
        return None

    def _again(self, message: Message, tries: int, seconds: float) -> None:
        """Put it back later, unless it was tried too often or too many wait already."""
        if tries >= self._attempts or len(self._tasks) > MAX_WAITING:
            self.failed += 1
            return

        async def put_back() -> None:
            await asyncio.sleep(seconds)
            self._put(message, tries)

        self._tasks.spawn(put_back())
