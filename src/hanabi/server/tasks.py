"""Background tasks: kept referenced until they are done, with one place for their errors."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


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
