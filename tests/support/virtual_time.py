"""An event loop whose clock jumps to the next timer: hours pass in milliseconds, and every run is the same."""

import asyncio
import contextlib
import random
import secrets
import selectors
import time
from collections.abc import Awaitable, Coroutine, Iterator
from typing import Any, TypeVar
from unittest import mock

T = TypeVar("T")
EPOCH = 1_700_000_000.0


class _JumpingSelector(selectors.SelectSelector):
    """Waits for nothing, because nothing comes from outside: instead it moves the clock."""

    now = 1000.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("all tasks wait, and no timer is set")
        # Every round takes a moment, as in reality.
        self.now += max(1e-6, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = _JumpingSelector()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now

    def system_time(self) -> float:
        return EPOCH + self._clock.now


@contextlib.contextmanager
def _no_outside(loop: VirtualLoop, chance: random.Random) -> Iterator[None]:
    """Neither the clocks nor the random numbers of the system."""
    with (
        mock.patch.object(secrets, "token_bytes", lambda count=32: chance.randbytes(count)),
        mock.patch.object(time, "monotonic", loop.time),
        mock.patch.object(time, "time", loop.system_time),
    ):
        yield


def run_in_virtual_time(work: Coroutine[Any, Any, T], chance: random.Random) -> T:
    """The result of a coroutine; its tasks see only the virtual clock and the random numbers of `chance`."""
    loop = VirtualLoop()
    # Tasks of a process that was killed end with errors that nobody reads.
    loop.set_exception_handler(lambda loop, context: None)
    try:
        with _no_outside(loop, chance):
            return loop.run_until_complete(_with_all_tasks(work))
    finally:
        loop.close()


async def _with_all_tasks(work: Awaitable[T]) -> T:
    try:
        return await work
    finally:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
