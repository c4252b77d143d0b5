"""Reviews finished games one at a time in a separate process, and stores the reviews.

No table waits for one: the process has a low priority, and its answers come back over a pipe.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import time
from collections import Counter, OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection as Pipe
from typing import Any, Literal

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from hanabi.records import Record, loads
from hanabi.review.document import VERSION
from hanabi.server.database import Store
from hanabi.server.database.schema import reviews
from hanabi.server.refusals import Refused

logger = logging.getLogger("hanabi.reviews")
MAX_WAITING = 50
# How many reviews one address may wait for.
MAX_WAITING_OF_ADDRESS = 5
HUNG_AFTER = 900.0
# Seconds without work after which the process ends and frees its memory.
IDLE_AFTER = 60.0
MAX_FAILED = 200
# Threads of the reviewing process.
THREADS = 2
# Instead of a subject and of its record: compile the code that reviews need, unless this version has done so.
WARM_UP = ""


def _work(pipe: Pipe, depth: str) -> None:
    """Runs in the worker. In: records. Out: progress, unfinished reviews, and finished reviews or errors."""
    with contextlib.suppress(OSError):
        os.nice(10)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            text = pipe.recv()
            try:
                if text == WARM_UP:
                    _compile_reviews()
                    pipe.send("")
                else:
                    pipe.send(_reviewed(pipe, loads(text), depth))
            except Exception as error:
                pipe.send(
                    error.__class__(str(error)[:300]) if isinstance(error, ValueError) else ValueError(repr(error))
                )


def _compile_reviews() -> None:
    from hanabi.review.reviewer import compile_reviews

    compile_reviews()


def _reviewed(pipe: Pipe, record: Record, depth: str) -> str:
    from hanabi.review import review
    from hanabi.review.reviewer import WINNABLE_OF_ANSWER
    from hanabi.solvers import winnable

    result = review(
        record,
        depth=depth,
        workers=min(THREADS, os.cpu_count() or 1),
        progress=lambda done, all_: pipe.send(done / max(1, all_)),
        partial=lambda so_far: pipe.send((so_far.dumps(),)),
    )
    if result.winnable == "not examined":
        answer = winnable(record.rules, len(record.players), record.deck, record.rewards, record.first)
        result = replace(result, winnable=WINNABLE_OF_ANSWER[answer.status])
    return result.dumps()


@dataclass
class ReviewJob:
    subject: str
    record: Record | None
    address: str = ""
    progress: float = 0.0
    running: bool = False
    unfinished: str | None = None
    number: int = 0


@dataclass(frozen=True)
class ReviewStatus:
    """How far a review is. `body` is the document, unfinished unless the state is `done`; `number` counts its
    versions.
    """

    state: Literal["none", "waiting", "running", "done", "failed"]
    progress: float = 0.0
    ahead: int = 0
    body: str | None = None
    reason: str | None = None
    number: int = 0


class ReviewQueue:
    """Addresses take turns, and none can fill the queue alone."""

    def __init__(self, store: Store, *, depth: str = "normal") -> None:
        self._store, self._depth = store, depth
        self.idle_after = IDLE_AFTER
        self._waiting: OrderedDict[str, ReviewJob] = OrderedDict()
        self._failed: OrderedDict[str, str] = OrderedDict()
        # The number of each address's last turn.
        self._served: dict[str, int] = {}
        self._thread = ThreadPoolExecutor(1, "hanabi-reviews")
        self._process: Any = None
        self._pipe: Pipe | None = None
        self._driver: asyncio.Task[None] | None = None
        self._idle_timer: asyncio.TimerHandle | None = None
        # Set, and replaced by a new one, whenever a review has changed.
        self._changed = asyncio.Event()

    async def status(self, subject: str) -> ReviewStatus:
        job = self._waiting.get(subject)
        if job is not None:
            return _status(job, self._order().index(subject))
        if subject in self._failed:
            return ReviewStatus("failed", reason=self._failed[subject])
        body = await self._load(subject)
        return ReviewStatus("none") if body is None else ReviewStatus("done", 1.0, body=body)

    async def next_status(self, subject: str, number: int, seconds: float) -> ReviewStatus:
        """The status of a review as soon as it is newer than `number`, or after `seconds`."""
        until = time.monotonic() + seconds
        while True:
            status = await self.status(subject)
            if status.state not in ("waiting", "running") or status.number > number or time.monotonic() >= until:
                return status
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(1.0, max(0.01, until - time.monotonic())))

    async def request(self, subject: str, record: Record, address: str = "") -> ReviewStatus:
        """Start a review unless there is one; a failed one is tried again. Raises Refused."""
        self._failed.pop(subject, None)
        status = await self.status(subject)
        if status.state != "none":
            return status
        if len(self._waiting) >= MAX_WAITING:
            raise Refused("busy")
        if sum(job.address == address for job in self._waiting.values()) >= MAX_WAITING_OF_ADDRESS:
            raise Refused("too_many", seconds=60)
        self._waiting[subject] = ReviewJob(subject, record, address)
        self._start()
        return await self.status(subject)

    def warm_up(self) -> None:
        """Compile before the first review, whose visitor would otherwise wait for a minute or two."""
        self._waiting.setdefault(WARM_UP, ReviewJob(WARM_UP, None))
        self._start()

    def _start(self) -> None:
        self._publish()
        if self._driver is None or self._driver.done():
            self._driver = asyncio.ensure_future(self._drive())

    def _order(self) -> list[str]:
        """The subjects in their order: the running one, then one per address, the last served address last."""
        places: list[tuple[int, int, int, str]] = []
        count: Counter[str] = Counter()
        for number, (subject, job) in enumerate(self._waiting.items()):
            if job.running:
                places.append((-1, 0, 0, subject))
            else:
                places.append((count[job.address], self._served.get(job.address, -1), number, subject))
                count[job.address] += 1
        return [subject for *_, subject in sorted(places)]

    def close(self) -> None:
        if self._driver is not None:
            self._driver.cancel()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        self._end_worker()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _drive(self) -> None:
        self._served.clear()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        while self._waiting:
            subject = self._order()[0]
            job = self._waiting[subject]
            job.running = True
            self._served[job.address] = 1 + max(self._served.values(), default=0)
            self._publish()
            try:
                body = await asyncio.wait_for(self._review(job), HUNG_AFTER)
                if subject == WARM_UP:
                    self._end_worker()
                else:
                    await self._save(subject, body)
            except Exception as error:
                if not isinstance(error, ValueError):
                    self._end_worker()
                logger.warning("review failed", extra={"subject": subject, "error": repr(error)})
                self._failed[subject] = str(error)[:300]
                if len(self._failed) > MAX_FAILED:
                    self._failed.popitem(last=False)
            finally:
                self._waiting.pop(subject, None)
                self._publish()
        self._idle_timer = asyncio.get_running_loop().call_later(self.idle_after, self._end_worker)

    def _publish(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _review(self, job: ReviewJob) -> str:
        loop = asyncio.get_running_loop()
        pipe = self._worker()
        pipe.send(WARM_UP if job.record is None else job.record.dumps())
        while True:
            received = await loop.run_in_executor(self._thread, pipe.recv)
            if isinstance(received, Exception):
                raise received
            if isinstance(received, str):
                return received
            if isinstance(received, tuple):
                (job.unfinished,) = received
                job.number += 1
            else:
                job.progress = float(received)
            self._publish()

    def _worker(self) -> Pipe:
        if self._pipe is None or not self._process.is_alive():
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            self._process = context.Process(target=_work, args=(theirs, self._depth), daemon=True)
            self._process.start()
            theirs.close()
            self._pipe = ours
        return self._pipe

    def _end_worker(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.kill()
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()

    async def _load(self, subject: str) -> str | None:
        query = select(reviews.c.body).where(reviews.c.subject == subject, reviews.c.version == VERSION)
        return await self._store.query(lambda connection: connection.execute(query).scalar())

    async def _save(self, subject: str, body: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(reviews).where(reviews.c.subject == subject))
            row = {"subject": subject, "version": VERSION, "made_at": time.time(), "body": body}
            connection.execute(insert(reviews).values(**row))

        # Another machine may have stored the same review meanwhile.
        with contextlib.suppress(IntegrityError):
            await self._store.write(work)


def _status(job: ReviewJob, ahead: int) -> ReviewStatus:
    state: Literal["running", "waiting"] = "running" if job.running else "waiting"
    return ReviewStatus(state, job.progress, ahead, job.unfinished, number=job.number)
