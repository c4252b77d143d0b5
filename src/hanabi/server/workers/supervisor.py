"""`hanabi serve --workers N`: starts workers on one port, restarts those that die, and replaces them one by one.

The supervisor binds the listening sockets and keeps them open, so that a connection waits in their backlog while a
worker is missing and is never refused. It handles no request and opens no database.
"""

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from hanabi.server.workers import service_manager
from hanabi.server.workers.handover import Mailboxes
from hanabi.server.workers.listening_sockets import address_of, bind
from hanabi.server.workers.shared_counters import SharedCounters
from hanabi.server.workers.shared_reviews import SharedReviews
from hanabi.server.workers.worker import READY, Inheritance, environment

logger = logging.getLogger("hanabi.supervisor")
START_TIMEOUT = 120.0
# A worker closes its sockets, stores what it was given and saves summaries.
STOP_TIMEOUT = 20.0
# A worker that lived for a shorter time is restarted after a pause, twice as long each time.
SHORT_LIFE = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0
# Starts in a row that may fail, while no worker is left, before the supervisor ends.
MOST_FAILURES = 6


class SupervisorError(RuntimeError):
    """The server cannot be started or go on; the text says why."""


@dataclass(eq=False)
class _Process:
    slot: int
    column: int
    process: asyncio.subprocess.Process
    channel: socket.socket
    started_at: float = field(default_factory=time.monotonic)
    # Whether it has told that it is ready, and whether it is meant to end.
    is_ready: bool = False
    ending: bool = False
    gone: asyncio.Event = field(default_factory=asyncio.Event)


class Supervisor:
    def __init__(
        self,
        command: list[str],
        sockets: list[socket.socket],
        *,
        workers: int,
        overlap: bool,
        ready: Callable[[], None],
    ) -> None:
        """`command` starts a worker; with `overlap` a new one starts before the one that it replaces ends."""
        self._command, self._sockets, self._workers = command, sockets, workers
        self._overlap, self._ready = overlap, ready
        # While a worker is replaced there is one more.
        self._counters = SharedCounters.create(workers + 1)
        self._reviews = SharedReviews.create(workers + 1)
        self._mailboxes = Mailboxes.create(workers + 1)
        self._columns = set(range(workers + 1))
        self._slots: list[_Process | None] = [None] * workers
        self._pauses = [0.0] * workers
        self._failures = 0
        self._processes: set[_Process] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._column_free = asyncio.Event()
        self._end: asyncio.Future[None]
        self._reload_wanted = asyncio.Event()
        # Restarting a dead worker and replacing a living one take turns.
        self._changing = asyncio.Lock()

    async def run(self) -> None:
        """Until a signal ends it. Raises SupervisorError."""
        loop = asyncio.get_running_loop()
        self._end = loop.create_future()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop, None)
        loop.add_signal_handler(signal.SIGHUP, self._reload_wanted.set)
        try:
            await self._start_all()
            if not self._end.done():
                self._ready()
                service_manager.tell("READY=1")
                self._spawn(self._reload_when_wanted())
            await self._end
        finally:
            service_manager.tell("STOPPING=1")
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*(self._finish(process) for process in list(self._processes)))
            for listening in self._sockets:
                listening.close()
            self._counters.close()
            self._reviews.close()
            self._mailboxes.close()

    def _stop(self, error: SupervisorError | None) -> None:
        if self._end.done():
            return
        if error is None:
            self._end.set_result(None)
        else:
            self._end.set_exception(error)

    async def _start_all(self) -> None:
        """All at once; a server whose first workers do not start has a reason that an operator must see to."""
        started = [await self._start(slot) for slot in range(self._workers)]
        waiting: asyncio.Future[list[bool]] = asyncio.gather(*map(self._becomes_ready, started))
        futures: set[asyncio.Future[Any]] = {waiting, self._end}
        await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
        if self._end.done():
            waiting.cancel()
        elif not all(waiting.result()):
            self._stop(SupervisorError("a worker did not start; its own message says why"))
        else:
            for process in started:
                self._take_up(process)

    async def _start(self, slot: int) -> _Process:
        while not self._columns:
            self._column_free.clear()
            await self._column_free.wait()
        column = self._columns.pop()
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        listening = [listener.fileno() for listener in self._sockets]
        shared = (self._counters.descriptor, self._reviews.descriptor)
        mailboxes = self._mailboxes.descriptors()
        given = Inheritance(listening, *shared, mailboxes, theirs.fileno(), column, self._workers)
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                env=environment(given),
                pass_fds=(*listening, *shared, *(end for pair in mailboxes for end in pair), theirs.fileno()),
            )
        made = _Process(slot, column, process, ours)
        self._processes.add(made)
        self._spawn(self._wait_for(made))
        return made

    async def _becomes_ready(self, process: _Process) -> bool:
        """False when it ends instead, or takes too long."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError, TimeoutError):
            # The end of the process is the end of the channel.
            received = await asyncio.wait_for(loop.sock_recv(process.channel, 1), START_TIMEOUT)
            process.is_ready = received == READY
        if not process.is_ready:
            await self._finish(process)
            process.channel.close()
        return process.is_ready

    def _take_up(self, process: _Process) -> None:
        """From now on this process is the worker of its slot."""
        self._failures = 0
        if process.gone.is_set():
            self._spawn(self._restart(process.slot, process))
        else:
            self._slots[process.slot] = process

    async def _wait_for(self, process: _Process) -> None:
        code = await process.process.wait()
        if process.is_ready:
            process.channel.close()
        self._counters.clear(process.column)
        self._reviews.clear(process.column)
        self._mailboxes.clear(process.column)
        self._columns.add(process.column)
        self._column_free.set()
        self._processes.discard(process)
        process.gone.set()
        if self._slots[process.slot] is process:
            self._slots[process.slot] = None
            if not process.ending:
                logger.warning("a worker died", extra={"worker": process.process.pid, "code": code})
                self._spawn(self._restart(process.slot, process))

    async def _restart(self, slot: int, dead: _Process) -> None:
        short = time.monotonic() - dead.started_at < SHORT_LIFE
        self._pauses[slot] = min(LONGEST_PAUSE, max(FIRST_PAUSE, 2 * self._pauses[slot])) if short else 0.0
        while True:
            await asyncio.sleep(self._pauses[slot])
            async with self._changing:
                if self._slots[slot] is not None:
                    return
                process = await self._start(slot)
                if await self._becomes_ready(process):
                    self._take_up(process)
                    return
            self._failures += 1
            if self._failures >= MOST_FAILURES and not any(self._slots):
                self._stop(SupervisorError(f"no worker is left, and {self._failures} starts in a row have failed"))
                return
            self._pauses[slot] = min(LONGEST_PAUSE, max(FIRST_PAUSE, 2 * self._pauses[slot]))

    async def _reload_when_wanted(self) -> None:
        while True:
            await self._reload_wanted.wait()
            self._reload_wanted.clear()
            service_manager.tell_reloading()
            async with self._changing:
                for slot in range(self._workers):
                    if not await self._replace(slot):
                        logger.error("a new worker did not start: the old ones stay", extra={"slot": slot})
                        break
                else:
                    logger.info("all workers are replaced")
            service_manager.tell("READY=1")

    async def _replace(self, slot: int) -> bool:
        """A new worker for the slot, then the end of the old one; or the other way round where they cannot overlap."""
        old = self._slots[slot]
        if old is not None and not self._overlap:
            await self._finish(old)
        new = await self._start(slot)
        if not await self._becomes_ready(new):
            if self._slots[slot] is None:
                self._spawn(self._restart(slot, new))
            return False
        self._take_up(new)
        if old is not None and self._overlap:
            await self._finish(old)
        return True

    async def _finish(self, process: _Process) -> None:
        process.ending = True
        with contextlib.suppress(ProcessLookupError):
            process.process.terminate()
        try:
            await asyncio.wait_for(process.process.wait(), STOP_TIMEOUT)
        except TimeoutError:
            logger.warning("a worker did not end and is killed", extra={"worker": process.process.pid})
            with contextlib.suppress(ProcessLookupError):
                process.process.kill()
            await process.process.wait()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)

    def _task_done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._stop(SupervisorError(f"the supervisor failed: {error!r}"))


def run(
    arguments: list[str], host: str, port: int, *, workers: int, overlap: bool, ready: Callable[[str], None]
) -> None:
    """Serve with workers that get the `arguments` of `hanabi`, until a signal ends it. Raises SupervisorError."""
    try:
        sockets = bind(host, port)
    except OSError as error:
        raise SupervisorError(f"{host}:{port} cannot be listened on: {error.strerror or error}") from error
    address = address_of(sockets[0])

    command = [sys.executable, "-P", "-m", "hanabi", *arguments]

    async def supervise() -> None:
        supervisor = Supervisor(command, sockets, workers=workers, overlap=overlap, ready=lambda: ready(address))
        await supervisor.run()

    asyncio.run(supervise())
