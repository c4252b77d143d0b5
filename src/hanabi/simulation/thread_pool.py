"""Threads that wait for work: compiled loops let go of Python's lock, so shares of one batch run side by side."""

import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

Task = Callable[[int, int], Any]
_Errand = tuple[Task, int, int] | None


def _work(tasks: "SimpleQueue[_Errand]", reports: "SimpleQueue[BaseException | None]") -> None:
    while (errand := tasks.get()) is not None:
        task, start, stop = errand
        try:
            task(start, stop)
        except BaseException as error:
            reports.put(error)
        else:
            reports.put(None)
        del task, errand


def _dismiss(tasks: "SimpleQueue[_Errand]", workers: int) -> None:
    for _ in range(workers):
        tasks.put(None)


class ThreadPool:
    """Splits a range into one share a thread; the caller's own thread takes the first."""

    def __init__(self, threads: int) -> None:
        self._tasks: SimpleQueue[_Errand] = SimpleQueue()
        self._reports: SimpleQueue[BaseException | None] = SimpleQueue()
        self._threads = threads
        for number in range(1, threads):
            Thread(target=_work, args=(self._tasks, self._reports), name=f"hanabi-{number}", daemon=True).start()
        weakref.finalize(self, _dismiss, self._tasks, threads - 1)

    def run(self, task: Task, total: int) -> None:
        shares = min(self._threads, total)
        bounds = [total * share // shares for share in range(shares + 1)]
        for share in range(1, shares):
            self._tasks.put((task, bounds[share], bounds[share + 1]))
        try:
            task(bounds[0], bounds[1])
        finally:
            errors = [error for _ in range(1, shares) if (error := self._reports.get()) is not None]
        if errors:
            raise errors[0]
