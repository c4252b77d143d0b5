"""A pool of threads: compiled loops release the GIL, so parts of one batch run in parallel."""

import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

Task = Callable[[int, int], Any]
_Job = tuple[Task, int, int] | None


def _run_jobs(tasks: "SimpleQueue[_Job]", reports: "SimpleQueue[BaseException | None]") -> None:
    while (job := tasks.get()) is not None:
        task, start, stop = job
        try:
            task(start, stop)
        except BaseException as error:
            reports.put(error)
        else:
            reports.put(None)
        del task, job


def _stop_workers(tasks: "SimpleQueue[_Job]", workers: int) -> None:
    for _ in range(workers):
        tasks.put(None)


class ThreadPool:
    """Splits a range into one part for each thread; the calling thread takes the first."""

    def __init__(self, threads: int) -> None:
        self._tasks: SimpleQueue[_Job] = SimpleQueue()
        self._reports: SimpleQueue[BaseException | None] = SimpleQueue()
        self._threads = threads
        for number in range(1, threads):
            Thread(target=_run_jobs, args=(self._tasks, self._reports), name=f"hanabi-{number}", daemon=True).start()
        weakref.finalize(self, _stop_workers, self._tasks, threads - 1)

    def run(self, task: Task, total: int) -> None:
        parts = min(self._threads, total)
        bounds = [total * part // parts for part in range(parts + 1)]
        for part in range(1, parts):
            self._tasks.put((task, bounds[part], bounds[part + 1]))
        try:
            task(bounds[0], bounds[1])
        finally:
            errors = [error for _ in range(1, parts) if (error := self._reports.get()) is not None]
        if errors:
            raise errors[0]
