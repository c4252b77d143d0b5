"""Distributes connections evenly over the workers that listen on the same sockets.

Sockets of tables stay open for hours. Without this, the worker that wakes up first would get most of them, and after a
restart the new worker none. So a worker with more connections than another leaves a new one to it for a moment.
"""

import asyncio
import errno
import logging
import socket
from collections.abc import Callable, Collection, Sequence

from hanabi.server.tasks import TaskSet
from hanabi.server.workers.shared_counters import NOT_ACCEPTING, SharedCounters

logger = logging.getLogger("hanabi.server")
# A worker may have this many connections more than another.
TOLERANCE = 2
# Seconds that a connection is left to another worker; if that one is busy or stopped, this one accepts it.
YIELD_SECONDS = 0.005
# Connections accepted per loop iteration.
BATCH = 16
# Seconds to pause when the process is out of file descriptors.
NO_DESCRIPTORS_PAUSE = 0.5
NO_DESCRIPTORS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class SharedListener:
    def __init__(
        self,
        sockets: Sequence[socket.socket],
        counters: SharedCounters,
        protocol: Callable[[], asyncio.Protocol],
        connections: Collection[object],
    ) -> None:
        """`protocol` creates the protocol of an accepted connection, which adds itself to `connections`."""
        self.sockets = sockets
        self._counters, self._protocol, self._connections = counters, protocol, connections
        self._loop = asyncio.get_running_loop()
        self._opening = TaskSet(lambda error: logger.error("a connection failed", exc_info=error))
        self._is_open = False

    def open(self) -> None:
        self._is_open = True
        for listening in self.sockets:
            self._loop.add_reader(listening, self._readable, listening)
        self._report()

    def close(self) -> None:
        """Stop accepting; the other workers get the connections in the backlog."""
        self._is_open = False
        for listening in self.sockets:
            self._loop.remove_reader(listening)
            listening.close()

    @property
    def _load(self) -> int:
        return len(self._connections) + len(self._opening)

    def _report(self) -> None:
        """Publish the load regularly, to account for closed connections; new ones are published at once."""
        if self._is_open:
            self._counters.set_load(self._load)
            self._loop.call_later(0.1, self._report)

    def _readable(self, listening: socket.socket) -> None:
        if self._load > self._counters.least_load() + TOLERANCE:
            self._pause(listening, YIELD_SECONDS, at_least=1)
        else:
            self._accept(listening, BATCH)

    def _pause(self, listening: socket.socket, seconds: float, at_least: int) -> None:
        self._loop.remove_reader(listening)
        self._loop.call_later(seconds, self._resume, listening, at_least)

    def _resume(self, listening: socket.socket, at_least: int) -> None:
        if self._is_open:
            self._loop.add_reader(listening, self._readable, listening)
            self._accept(listening, at_least)

    def _accept(self, listening: socket.socket, limit: int) -> None:
        for _ in range(limit):
            try:
                accepted, _ = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in NO_DESCRIPTORS:
                    raise
                logger.warning("cannot accept connections", extra={"error": str(error)})
                self._pause(listening, NO_DESCRIPTORS_PAUSE, at_least=0)
                return
            accepted.setblocking(False)
            self._opening.spawn(self._open(accepted))
            self._counters.set_load(min(self._load, NOT_ACCEPTING - 1))
            if self._load > self._counters.least_load() + TOLERANCE:
                return

    async def _open(self, accepted: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._protocol, accepted)
        except OSError:
            accepted.close()
