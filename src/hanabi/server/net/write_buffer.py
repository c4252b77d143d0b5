"""Writes of one turn of the event loop, sent at its end: one system call a connection instead of one a message."""

import asyncio
from typing import Protocol


class Flushable(Protocol):
    def flush(self) -> None: ...


class WriteBuffer:
    def __init__(self) -> None:
        self._waiting: list[Flushable] = []

    def add(self, connection: Flushable) -> None:
        """Flush `connection` at the end of this turn; it is added once until then."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append(connection)

    def _send(self) -> None:
        connections, self._waiting = self._waiting, []
        for connection in connections:
            connection.flush()
