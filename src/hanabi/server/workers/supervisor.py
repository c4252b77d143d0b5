"""`hanabi serve --workers N`: starts workers on one port, restarts those that die, and replaces them one by one.

The supervisor keeps the listening sockets open: while a worker is missing, connections wait in the backlog instead of
being refused. It handles no requests and opens no database.
"""

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hanabi.server.tasks import TaskSet
from hanabi.server.workers.handover import Mailboxes
from hanabi.server.workers.service import listen, notify_reloading, notify_systemd, url_of
from hanabi.server.workers.shared_counters import SharedCounters
from hanabi.server.workers.shared_reviews import SharedReviews
from hanabi.server.workers.worker import READY, Inheritance, environment

logger = logging.getLogger("hanabi.supervisor")
START_TIMEOUT = 120.0
# A worker that stops closes its sockets, stores pending events and saves summaries.
STOP_TIMEOUT = 20.0
# A worker that lived less than SHORT_LIFE seconds is restarted after a pause that doubles each time.
SHORT_LIFE = 10.0
FIRST_PAUSE, MAX_PAUSE = 0.25, 10.0
# With no worker left, the supervisor gives up after this many failed starts in a row.
MAX_FAILURES = 6


class SupervisorError(RuntimeError):
    """The server cannot start or continue; the text says why."""


@dataclass(eq=False)
class _Process:
    slot: int
    column: int
    process: asyncio.subprocess.Process
    channel: socket.socket
    started_at: float = field(default_factory=time.monotonic)
    is_ready: bool = False
    # Whether the supervisor asked it to stop.
    stopping: bool = False
    exited: asyncio.Event = field(default_factory=asyncio.Event)


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
        """`command` starts a worker; with `overlap` a new worker starts before the old one stops."""
        self._command, self._sockets, self._workers = command, sockets, workers
        self._overlap, self._ready = overlap, ready
        # While a worker is being replaced there is one more.
        self._counters = SharedCounters.create(workers + 1)
        self._reviews = SharedReviews.create(workers + 1)
        self._mailboxes = Mailboxes.create(workers + 1)
        self._columns = set(range(workers + 1))
        self._slots: list[_Process | None] = [None] * workers
        self._pauses = [0.0] * workers
        self._failures = 0
        self._processes: set[_Process] = set()
        self._tasks = TaskSet(self._task_failed)
        self._column_free = asyncio.Event()
        self._end: asyncio.Future[None]
        self._reload_requested = asyncio.Event()
        # Only one worker is restarted or replaced at a time.
        self._changing = asyncio.Lock()

    async def run(self) -> None:
        """Run until a signal arrives. Raises SupervisorError."""
        loop = asyncio.get_running_loop()
        self._end = loop.create_future()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop, None)
        loop.add_signal_handler(signal.SIGHUP, self._reload_requested.set)
        try:
            await self._start_all()
            if not self._end.done():
                self._ready()
                notify_systemd("READY=1")
                self._tasks.spawn(self._reload_on_request())
            await self._end
        finally:
            notify_systemd("STOPPING=1")
            await self._tasks.close()
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
        """Start all workers at once. If one of them fails, an operator has to look."""
        started = [await self._start(slot) for slot in range(self._workers)]
        waiting: asyncio.Future[list[bool]] = asyncio.gather(*map(self._becomes_ready, started))
        futures: set[asyncio.Future[Any]] = {waiting, self._end}
        await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
        if self._end.done():
            waiting.cancel()
        elif not all(waiting.result()):
            self._stop(SupervisorError("a worker did not start; see its own message above"))
        else:
            for process in started:
                self._install(process)

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
        inheritance = Inheritance(listening, *shared, mailboxes, theirs.fileno(), column, self._workers)
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                env=environment(inheritance),
                pass_fds=(*listening, *shared, *(end for pair in mailboxes for end in pair), theirs.fileno()),
            )
        worker = _Process(slot, column, process, ours)
        self._processes.add(worker)
        self._tasks.spawn(self._wait_for(worker))
        return worker

    async def _becomes_ready(self, process: _Process) -> bool:
        """False when the process exits instead, or takes too long."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError, TimeoutError):
            # When the process exits, the channel closes.
            received = await asyncio.wait_for(loop.sock_recv(process.channel, 1), START_TIMEOUT)
            process.is_ready = received == READY
        if not process.is_ready:
            await self._finish(process)
            process.channel.close()
        return process.is_ready

    def _install(self, process: _Process) -> None:
        """Make this process the worker of its slot."""
        self._failures = 0
        if process.exited.is_set():
            self._tasks.spawn(self._restart(process.slot, process))
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
        process.exited.set()
        if self._slots[process.slot] is process:
            self._slots[process.slot] = None
            if not process.stopping:
                logger.warning("a worker died", extra={"worker": process.process.pid, "code": code})
                self._tasks.spawn(self._restart(process.slot, process))

    async def _restart(self, slot: int, dead: _Process) -> None:
        short = time.monotonic() - dead.started_at < SHORT_LIFE
        self._pauses[slot] = min(MAX_PAUSE, max(FIRST_PAUSE, 2 * self._pauses[slot])) if short else 0.0
        while True:
            await asyncio.sleep(self._pauses[slot])
            async with self._changing:
                if self._slots[slot] is not None:
                    return
                process = await self._start(slot)
                if await self._becomes_ready(process):
                    self._install(process)
                    return
            self._failures += 1
            if self._failures >= MAX_FAILURES and not any(self._slots):
                self._stop(SupervisorError(f"no worker is left, and {self._failures} starts in a row failed"))
                return
            self._pauses[slot] = min(MAX_PAUSE, max(FIRST_PAUSE, 2 * self._pauses[slot]))

    async def _reload_on_request(self) -> None:
        while True:
            await self._reload_requested.wait()
            self._reload_requested.clear()
            notify_reloading()
            async with self._changing:
                for slot in range(self._workers):
                    if not await self._replace(slot):
                        logger.error("a new worker did not start; the old ones keep running", extra={"slot": slot})
                        break
                else:
                    logger.info("all workers were replaced")
            notify_systemd("READY=1")

    async def _replace(self, slot: int) -> bool:
        """Start a new worker, then stop the old one; or the other way round where they cannot overlap."""
        old = self._slots[slot]
        if old is not None and not self._overlap:
            await self._finish(old)
        new = await self._start(slot)
        if not await self._becomes_ready(new):
            if self._slots[slot] is None:
                self._tasks.spawn(self._restart(slot, new))
            return False
        self._install(new)
        if old is not None and self._overlap:
            await self._finish(old)
        return True

    async def _finish(self, process: _Process) -> None:
        process.stopping = True
        with contextlib.suppress(ProcessLookupError):
            process.process.terminate()
        try:
            await asyncio.wait_for(process.process.wait(), STOP_TIMEOUT)
        except TimeoutError:
            logger.warning("killing a worker that did not stop", extra={"worker": process.process.pid})
            with contextlib.suppress(ProcessLookupError):
                process.process.kill()
            await process.process.wait()

    def _task_failed(self, error: BaseException) -> None:
        self._stop(SupervisorError(f"the supervisor failed: {error!r}"))


def run_supervisor(
    arguments: list[str], host: str, port: int, *, workers: int, overlap: bool, ready: Callable[[str], None]
) -> None:
    """Run workers with the command line `arguments` until a signal arrives. Raises SupervisorError."""
    try:
        sockets = listen(host, port)
    except OSError as error:
        raise SupervisorError(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
    address = url_of(sockets[0])
    command = [sys.executable, "-P", "-m", "hanabi", *arguments]

    async def supervise() -> None:
        supervisor = Supervisor(command, sockets, workers=workers, overlap=overlap, ready=lambda: ready(address))
        await supervisor.run()

    asyncio.run(supervise())
