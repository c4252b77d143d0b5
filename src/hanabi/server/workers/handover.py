"""Keeps all sockets of a table in one worker: a socket request is handed to the worker that has the table.

Otherwise every worker with a player at a table would have to read, apply and show each move. The request and the
descriptor of its connection go to that worker over a Unix socket; the client does not notice.
"""

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from hanabi.server.tasks import TaskSet
from hanabi.server.workers.shared_counters import SharedCounters

logger = logging.getLogger("hanabi.server")
# HttpConnection enforces a smaller limit.
MAX_REQUEST = 64 * 1024


class Mailboxes:
    """One per column: any process can send to it, and the worker of that column receives."""

    def __init__(self, senders: Sequence[socket.socket], receivers: Sequence[socket.socket]) -> None:
        self.senders, self.receivers = senders, receivers

    @classmethod
    def create(cls, columns: int) -> "Mailboxes":
        pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(columns)]
        for end in (end for pair in pairs for end in pair):
            end.setblocking(False)
        return cls([pair[0] for pair in pairs], [pair[1] for pair in pairs])

    def descriptors(self) -> list[tuple[int, int]]:
        return [(a.fileno(), b.fileno()) for a, b in zip(self.senders, self.receivers, strict=True)]

    def send(self, column: int, request: bytes, descriptor: int) -> bool:
        """False if the worker of the column does not accept it."""
        try:
            socket.send_fds(self.senders[column], [request], [descriptor])
        except OSError:
            return False
        return True

    def receive(self, column: int) -> tuple[bytes, int] | None:
        """The next request and its connection; None if there is none."""
        with contextlib.suppress(BlockingIOError):
            request, descriptors, _, _ = socket.recv_fds(self.receivers[column], MAX_REQUEST, 1)
            if descriptors:
                return request, descriptors[0]
        return None

    def clear(self, column: int) -> None:
        """Disconnect clients that were handed to a dead worker; they reconnect."""
        while (received := self.receive(column)) is not None:
            os.close(received[1])

    def close(self) -> None:
        for end in (*self.senders, *self.receivers):
            end.close()


class HandedOverConnection(Protocol):
    """A connection whose request another worker has read."""

    def take_over(self, request: bytes) -> None: ...


class Handover:
    """Sends and receives requests for this worker."""

    def __init__(self, mailboxes: Mailboxes, counters: SharedCounters, column: int) -> None:
        self._mailboxes, self._counters, self._column = mailboxes, counters, column
        self._opening = TaskSet(lambda error: logger.error("a connection failed", exc_info=error))

    def owner_elsewhere(self, table: str) -> int | None:
        """The column of the worker that has this table; None if it is this one."""
        owner = self._counters.owner(table)
        return None if owner == self._column else owner

    def send(self, owner: int, request: bytes, descriptor: int) -> bool:
        """Hand a connection to another worker; False if it does not accept it."""
        return self._mailboxes.send(owner, request, descriptor)

    def open(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Receive requests; `protocol` creates a HandedOverConnection."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._mailboxes.receivers[self._column], self._receive, protocol)

    def close(self) -> None:
        """Requests that arrive too late go to the workers that have the tables now."""
        asyncio.get_running_loop().remove_reader(self._mailboxes.receivers[self._column])
        while (received := self._mailboxes.receive(self._column)) is not None:
            request, descriptor = received
            owner = self.owner_elsewhere(socket_path_of(request.split(b" ", 2)[1]) or "")
            if owner is not None:
                self.send(owner, request, descriptor)
            os.close(descriptor)

    def _receive(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        received = self._mailboxes.receive(self._column)
        if received is not None:
            self._opening.spawn(self._take_over(protocol, *received))

    async def _take_over(self, protocol: Callable[[], asyncio.Protocol], request: bytes, descriptor: int) -> None:
        connection = socket.socket(fileno=descriptor)
        try:
            connection.setblocking(False)
            _, opened = await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
        except OSError as error:
            logger.info("a connection was lost during handover", extra={"error": str(error)})
            connection.close()
        else:
            cast(HandedOverConnection, opened).take_over(request)


def socket_path_of(url: bytes) -> str | None:
    """The part of a socket's URL that names the table or review room; None for other URLs."""
    path = url.partition(b"?")[0]
    return path[4:].decode("latin-1") if path.startswith(b"/ws/") else None
