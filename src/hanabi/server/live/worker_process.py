"""A process that works for the server, one piece of work at a time."""

import asyncio
import contextlib
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def initialize_worker(niceness: int) -> None:
    """Run at a lower priority than the server, and end when the server ends, even if it is killed."""
    with contextlib.suppress(OSError):
        os.nice(niceness)
    threading.Thread(target=_exit_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _exit_with(parent: Any) -> None:
    parent.join()
    os._exit(0)


class WorkerProcess:
    """Starts when it is needed. After an error it is killed, so that nothing of the failed work is left."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, seconds: float, work: Callable[..., T], *arguments: Any) -> T:
        """The result of `work`, a module-level function. Raises its errors, and TimeoutError after `seconds`."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, initialize_worker, (self._niceness,))
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._pool, work, *arguments), seconds)
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
