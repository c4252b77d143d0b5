"""What all lines have to say in one turn of the event loop, sent at its end: a system call a line, not a message."""

import asyncio
from typing import Protocol


class Flushable(Protocol):
    def flush(self) -> None: ...


class WriteBuffer:
    def __init__(self) -> None:
        self._lines: list[Flushable] = []

    def add(self, line: Flushable) -> None:
        """`line` has something to say; it asks once until it is flushed."""
        if not self._lines:
            asyncio.get_running_loop().call_soon(self._send)
        self._lines.append(line)

    def _send(self) -> None:
        lines, self._lines = self._lines, []
        for line in lines:
            line.flush()
