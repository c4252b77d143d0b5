"""A bounded background queue with retries and per-service back-off. Lanes and owners wait only for themselves."""

import asyncio
import logging
import random
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from typing import Generic, Literal, NamedTuple, TypeVar

from hanabi.server.fair_queue import FairQueue, QueueFull
from hanabi.server.tasks import TaskSet

logger = logging.getLogger("hanabi.delivery")
MAX_WAITING, MAX_WAITING_OF_OWNER = 2000, 50
# Messages sent at a time, per lane.
SENDERS = 4
# Seconds before a failed service is tried again: doubled with every failure.
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 600.0
# How many failing services are remembered.
MAX_PAUSED = 1000

Message = TypeVar("Message")
# later: the service itself fails, so all its messages wait; again: this message waits; failed: it is rejected.
Outcome = Literal["sent", "later", "again", "failed"]


class DeliveryRoute(NamedTuple):
    """At most one message per owner and one per `key` of a lane is sent at a time. While a service fails, all its
    messages wait together.
    """

    owner: str
    lane: str
    key: str
    service: str


class DeliveryQueue(ABC, Generic[Message]):
    def __init__(self, *, first_pause: float = FIRST_PAUSE, attempts: int = 3) -> None:
        self._first_pause, self._attempts = first_pause, attempts
        self._owners = FairQueue(MAX_WAITING, 1, MAX_WAITING_OF_OWNER)
        self._lanes: dict[str, FairQueue] = {}
        # By service: when to try it again (monotonic), and how often it has failed in a row.
        self._paused: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._tasks = TaskSet(lambda error: logger.error("a delivery task failed", exc_info=error))
        self.sent = self.dropped = self.failed = 0

    @abstractmethod
    def route_of(self, message: Message) -> DeliveryRoute: ...

    @abstractmethod
    async def deliver(self, message: Message) -> Outcome: ...

    async def close(self) -> None:
        await self._tasks.close()

    def put(self, message: Message) -> None:
        """Never waits: a message that does not fit is dropped."""
        if len(self._tasks) >= MAX_WAITING:
            self.dropped += 1
        else:
            self._tasks.spawn(self._send(message))

    @property
    def waiting(self) -> int:
        return self._owners.waiting + sum(lane.waiting for lane in self._lanes.values())

    async def _send(self, message: Message) -> None:
        route = self.route_of(message)
        lane = self._lanes.setdefault(route.lane, FairQueue(SENDERS, 1))
        for tries in range(1, self._attempts + 1):
            try:
                async with self._owners.slot(route.owner), lane.slot(route.key):
                    outcome, pause = await self._try(message, route.service, tries)
            except QueueFull:
                self.dropped += 1
                return
            except Exception as error:
                logger.warning("a message was not sent", extra={"error": type(error).__name__})
                break
            if outcome == "sent":
                self.sent += 1
                return
            if outcome == "failed":
                break
            await asyncio.sleep(pause)
        self.failed += 1

    async def _try(self, message: Message, service: str, tries: int) -> tuple[Outcome, float]:
        """The outcome, and how long to wait before the next try."""
        until, failures = self._paused.get(service, (0.0, 0))
        if time.monotonic() < until:
            return "later", until - time.monotonic()
        outcome = await self.deliver(message)
        if outcome != "later":
            self._paused.pop(service, None)
            return outcome, min(LONGEST_PAUSE, self._first_pause * 2**tries)
        pause = min(LONGEST_PAUSE, self._first_pause * 2**failures) * random.uniform(1.0, 1.3)
        self._paused[service] = (time.monotonic() + pause, min(failures + 1, 20))
        self._paused.move_to_end(service)
        while len(self._paused) > MAX_PAUSED:
            self._paused.popitem(last=False)
        return "later", pause
