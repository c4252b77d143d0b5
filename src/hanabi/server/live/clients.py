"""One connected client: its view, and the messages that wait until it can take more."""

from collections import deque
from typing import Protocol

from hanabi.server.actor import Actor
from hanabi.server.wire.close_codes import CloseCode
from hanabi.server.wire.view_json import Viewer

MAX_WAITING = 64


class ClientTransport(Protocol):
    """Carries messages to a client."""

    @property
    def is_full(self) -> bool:
        """Whether the client reads too slowly; when it has caught up, `Client.drained` is called."""

    def write(self, pieces: list[bytes]) -> None:
        """Send one message in pieces."""

    def write_uncompressed(self, message: bytes) -> None:
        """Send a message that many clients get: compressing it for each of them would cost too much."""

    def close(self, code: int) -> None: ...


class StateSource(Protocol):
    """Writes the newest state, or a whole chat, when a client can take it."""

    def message_for(self, client: "Client") -> list[bytes]:
        """In pieces; many of them are shared with messages to other clients."""


class Client:
    """States and chats are complete messages, so a slow client skips to the newest one. Only answers are queued."""

    __slots__ = ("_queue", "_skipped", "_transport", "actor", "address", "closed", "host", "seat", "since", "viewer")

    def __init__(self, actor: Actor, since: int | None, transport: ClientTransport, address: str = "") -> None:
        self.actor = actor
        self.address = address
        self.since = since
        self.seat: int | None = None
        self.viewer: Viewer = None
        self.host = False
        self.closed = False
        self._transport = transport
        # The sources whose newest message the client gets as soon as it can take more.
        self._skipped: list[StateSource] | None = None
        self._queue: deque[bytes] | None = None

    def answer(self, text: str) -> None:
        """Send an answer after those in the queue."""
        if self.closed:
            return
        if self._queue is None and not self._transport.is_full:
            self._transport.write([text.encode()])
            return
        if self._queue is None:
            self._queue = deque()
        if len(self._queue) < MAX_WAITING:
            self._queue.append(text.encode())
        else:
            self.close(CloseCode.TOO_SLOW)

    def send_state(self, source: StateSource) -> None:
        """Send the newest state, now or as soon as the transport can take it."""
        if self.closed:
            return
        if self._transport.is_full:
            self._skip(source)
        else:
            self._transport.write(source.message_for(self))

    def send_addition(self, source: StateSource, addition: bytes) -> None:
        """Send an addition to a source; a client that is behind gets all of it later instead."""
        if self.closed:
            return
        if self._transport.is_full:
            self._skip(source)
        elif self._skipped is None or source not in self._skipped:
            self._transport.write_uncompressed(addition)

    def _skip(self, source: StateSource) -> None:
        if self._skipped is None:
            self._skipped = [source]
        elif source not in self._skipped:
            self._skipped.append(source)

    def drained(self) -> None:
        """The transport can take more: send the queued answers, then the newest state."""
        while self._queue and not self._transport.is_full and not self.closed:
            self._transport.write([self._queue.popleft()])
        if not self._queue:
            self._queue = None
            sources, self._skipped = self._skipped, None
            for source in sources or ():
                self.send_state(source)

    def close(self, code: int) -> None:
        if not self.closed:
            self.closed = True
            self._transport.close(code)
