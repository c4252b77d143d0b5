"""Background tasks, kept referenced until they are done, and work that many requests share."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class SharedWork(Generic[T]):
    """Results that are computed at most once per key and `seconds`, however many ask for them."""

    def __init__(self, seconds: float = 1.0) -> None:
        self._seconds = seconds
        self._results: dict[Hashable, tuple[float, asyncio.Task[T]]] = {}

    async def result(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of `work`, or an earlier one with the same key; `work` must not depend on who asks."""
        loop = asyncio.get_running_loop()
        until, task = self._results.get(key, (0.0, None))
        if task is None or until <= loop.time() or (task.done() and (task.cancelled() or task.exception())):
            self._results = {other: kept for other, kept in self._results.items() if kept[0] > loop.time()}
            task = loop.create_task(work())
            self._results[key] = loop.time() + self._seconds, task
        return await asyncio.shield(task)


class TaskSet:
    def __init__(self, on_error: Callable[[BaseException], None]) -> None:
        self._on_error = on_error
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._on_error(error)

    async def join(self) -> None:
        """Wait for all tasks. Raises the first error."""
        await asyncio.gather(*self._tasks)

    async def close(self, grace: float = 0.0) -> None:
        """Cancel all tasks that are not done within `grace` seconds."""
        if grace and self._tasks:
            await asyncio.wait(self._tasks, timeout=grace)
        # Repeatedly: Python 3.11's wait_for swallows a cancellation that arrives together with its result.
        while self._tasks:
            for task in list(self._tasks):
                task.cancel()
            await asyncio.wait(self._tasks, timeout=0.1)
