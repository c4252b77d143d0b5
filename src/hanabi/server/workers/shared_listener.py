"""Accepting connections from sockets that several workers listen on, so that each gets its share of them.

Sockets of tables stay open for hours: left to chance, the worker that wakes first would have most of them, and after a
restart the new worker none. So a worker that has more than another leaves a new connection to that one for a moment.
"""

import asyncio
import errno
import logging
import socket
from collections.abc import Callable, Collection, Sequence

from hanabi.server.tasks import TaskSet
from hanabi.server.workers.shared_counters import NOT_ACCEPTING, SharedCounters

logger = logging.getLogger("hanabi.server")
# Connections that a worker may have more than another.
TOLERANCE = 2
# Seconds for which a connection is left to another worker; if it is busy or stopped, this one accepts after all.
COURTESY = 0.005
# Connections accepted in one turn of the loop.
AT_ONCE = 16
# Seconds without accepting after there were no descriptors left.
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
        """`protocol` makes the protocol of an accepted connection, which adds itself to `connections`."""
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
        """Accept no more; what waits in the backlog is for the other workers."""
        self._is_open = False
        for listening in self.sockets:
            self._loop.remove_reader(listening)
            listening.close()

    @property
    def _load(self) -> int:
        return len(self._connections) + len(self._opening)

    def _report(self) -> None:
        """Connections that have ended are told now and then, those that are new at once."""
        if self._is_open:
            self._counters.set_load(self._load)
            self._loop.call_later(0.1, self._report)

    def _readable(self, listening: socket.socket) -> None:
        if self._load > self._counters.least_load() + TOLERANCE:
            self._pause(listening, COURTESY, at_least=1)
        else:
            self._accept(listening, AT_ONCE)

    def _pause(self, listening: socket.socket, seconds: float, at_least: int) -> None:
        self._loop.remove_reader(listening)
        self._loop.call_later(seconds, self._go_on, listening, at_least)

    def _go_on(self, listening: socket.socket, at_least: int) -> None:
        if self._is_open:
            self._loop.add_reader(listening, self._readable, listening)
            self._accept(listening, at_least)

    def _accept(self, listening: socket.socket, most: int) -> None:
        for _ in range(most):
            try:
                accepted, _ = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in NO_DESCRIPTORS:
                    raise
                logger.warning("no connection can be accepted", extra={"error": str(error)})
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
