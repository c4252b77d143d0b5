"""Whether the peers of all lines are still there: each is asked once an interval, evenly spread over it."""

import asyncio
from collections import deque
from typing import Protocol

BEAT = 0.1


class KeepalivePeer(Protocol):
    closing: bool
    # Set by whatever comes from the peer.
    heard: bool

    def ping(self) -> None: ...

    def give_up(self) -> None: ...


class Keepalive:
    """One timer for all lines: thousands of them pinged at the same moment would delay every table."""

    def __init__(self, interval: float) -> None:
        self._interval = interval
        self._lines: deque[KeepalivePeer] = deque()
        self._due = 0.0
        self._beating = False

    def add(self, line: KeepalivePeer) -> None:
        self._lines.append(line)
        if not self._beating:
            self._beating = True
            asyncio.get_running_loop().call_later(min(BEAT, self._interval / 4), self._beat)

    def _beat(self) -> None:
        pause = min(BEAT, self._interval / 4)
        self._due += len(self._lines) * pause / self._interval
        while self._due >= 1 and self._lines:
            self._due -= 1
            self._visit(self._lines.popleft())
        self._beating = bool(self._lines)
        if self._beating:
            asyncio.get_running_loop().call_later(pause, self._beat)

    def _visit(self, line: KeepalivePeer) -> None:
        if line.closing:
            return
        if not line.heard:
            line.give_up()
            return
        line.heard = False
        line.ping()
        self._lines.append(line)
