"""A write and a look at the database every second or two: it keeps the leases, and finds out whether all is well."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from hanabi.server.database import Store
from hanabi.server.database.errors import problem_of
from hanabi.server.live.leases import Leases

T = TypeVar("T")
SHARED_INTERVAL, OWN_INTERVAL = 1.0, 2.0
# A database that takes longer to answer is not well.
PATIENCE = 3.0
# The result of a heartbeat is good for so many seconds: asking more often writes no more.
FRESH_SECONDS = 1.5


class Heartbeat:
    def __init__(self, store: Store, leases: Leases, lapsed: Callable[[], None]) -> None:
        """`lapsed` is called when other processes may have taken this one's tables."""
        self._store, self._leases, self._lapsed = store, leases, lapsed
        self._beat: asyncio.Future[None] | None = None
        self._beaten_at = float("-inf")

    @property
    def interval(self) -> float:
        return SHARED_INTERVAL if self._store.shared else OWN_INTERVAL

    async def problem(self) -> str | None:
        """What is wrong with the database, found out just now or a moment ago."""
        if time.monotonic() - self._beaten_at > FRESH_SECONDS:
            await self.beat()
        return self._store.health.problem

    async def beat(self) -> None:
        """One at a time: whoever asks meanwhile waits for the one that is under way."""
        if self._beat is None:
            self._beat = asyncio.ensure_future(self._write_and_check())
            self._beat.add_done_callback(self._beaten)
        await asyncio.shield(self._beat)

    async def close(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
            await asyncio.gather(self._beat, return_exceptions=True)

    def _beaten(self, _: "asyncio.Future[None]") -> None:
        self._beat, self._beaten_at = None, time.monotonic()

    async def _write_and_check(self) -> None:
        health = self._store.health
        try:
            if not await _in_time(self._leases.renew()):
                self._lapsed()
            await _in_time(self._store.check())
        except TimeoutError:
            health.failed(f"no answer within {PATIENCE:g} s")
        except Exception as error:
            health.failed(problem_of(error))
        else:
            health.succeeded()


async def _in_time(work: Awaitable[T]) -> T:
    return await asyncio.wait_for(work, PATIENCE)
