"""One connected client: what it may see, what it has been sent, and never more than it can take."""

from collections import deque
from typing import Protocol

from hanabi.tables.command_handlers import Actor
from hanabi.tables.wire.view_json import Eyes

MOST_WAITING = 64


class ClientTransport(Protocol):
    """What carries messages to a client."""

    @property
    def is_full(self) -> bool:
        """Whether the client takes less than it is sent; `Client.drained` is to be called when that is over."""

    def write(self, pieces: list[bytes]) -> None:
        """Send one message, put together from these."""

    def close(self, code: int) -> None: ...


class StateSource(Protocol):
    """Where a client that has fallen behind gets its state from."""

    def message_for(self, client: "Client") -> list[bytes]:
        """In pieces, many of which other clients get too."""


class Client:
    """States are whole, so a slow client skips to the newest one; only answers wait in line."""

    __slots__ = ("_behind", "_line", "_waiting", "actor", "closed", "eyes", "host", "seat", "since")

    def __init__(self, actor: Actor, since: int | None, line: ClientTransport) -> None:
        self.actor = actor
        self.since = since
        self.seat: int | None = None
        self.eyes: Eyes = None
        self.host = False
        self.closed = False
        self._line = line
        self._behind: StateSource | None = None
        self._waiting: deque[bytes] | None = None

    def answer(self, text: str) -> None:
        """Send an answer after those before it."""
        if self.closed:
            return
        if self._waiting is None and not self._line.is_full:
            self._line.write([text.encode()])
            return
        if self._waiting is None:
            self._waiting = deque()
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(text.encode())
        else:
            self.close(4010)

    def show(self, source: StateSource) -> None:
        """Send the newest state, now or as soon as the line is free."""
        if self.closed:
            return
        if self._line.is_full:
            self._behind = source
        else:
            self._line.write(source.message_for(self))

    def drained(self) -> None:
        """The line takes more: first the answers that wait, then the newest state."""
        while self._waiting and not self._line.is_full and not self.closed:
            self._line.write([self._waiting.popleft()])
        if not self._waiting:
            self._waiting = None
            source, self._behind = self._behind, None
            if source is not None:
                self.show(source)

    def close(self, code: int) -> None:
        if not self.closed:
            self.closed = True
            self._line.close(code)
