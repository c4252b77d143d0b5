"""A client's side of a socket: its messages in order, within its limits, and its answers. It is the hottest code of the
server."""

import asyncio
import logging
import time
from collections import deque
from typing import Any, ClassVar

import msgspec

from hanabi.server.context import Context
from hanabi.server.live.clients import Client
from hanabi.server.rate_limits import network_of
from hanabi.server.wire.close_codes import CloseCode

logger = logging.getLogger("hanabi.sockets")
_encoder = msgspec.json.Encoder()
# Seconds after which the next message of a client that sends too many is handled, and of one whose address does.
SLOW_DOWN_SECONDS = 0.2
ADDRESS_SLOW_DOWN_SECONDS = 2.0
# Messages that may wait until those before them are answered; then no more are read from the client.
MAX_QUEUED = 16
# What was read before may bring more. Nobody who waits for answers has as many messages or bytes under way.
MAX_OVERFLOW = 128
MAX_QUEUED_BYTES = 64 * 1024
NOT_JSON = (msgspec.DecodeError, RecursionError, UnicodeError)


class SocketSession:
    """Handles the messages of one client in order: the next when the one before is answered.

    What a command does is said by a subclass: `decoder` reads it, `_perform` carries it out.
    """

    __slots__ = (
        "_busy",
        "_command",
        "_handling_queue",
        "_malformed",
        "_network",
        "_queued",
        "_queued_bytes",
        "_received_at",
        "_socket",
        "_visitor",
        "address",
        "client",
        "context",
    )
    decoder: ClassVar[msgspec.json.Decoder[Any]]
    # Commands that are counted as chats too.
    chats: ClassVar[tuple[type, ...]]

    def __init__(self, context: Context, client: Client, socket: Any, address: str = "") -> None:
        self.context, self.client, self.address = context, client, address
        self._socket = socket
        # Under these its messages are counted, whichever socket they come by.
        self._network = network_of(address)
        self._visitor = client.actor.key or self._network
        self._malformed = self._queued_bytes = 0
        self._busy = self._handling_queue = False
        self._queued: deque[str | None] | None = None
        self._command = ""
        self._received_at = 0.0

    def _perform(self, command: Any) -> None:
        """Carry a command out and answer it."""
        raise NotImplementedError

    def _place(self) -> dict[str, Any]:
        """Where this is, for the log."""
        raise NotImplementedError

    def message_received(self, text: str | None) -> None:
        """Handle a message now or in its turn; None is a binary one."""
        if not self._busy:
            self._handle(text)
            return
        if self._queued is None:
            self._queued = deque()
        self._queued.append(text)
        self._queued_bytes += len(text or "")
        if len(self._queued) > MAX_OVERFLOW or self._queued_bytes > MAX_QUEUED_BYTES:
            self._queued = None
            self.client.close(CloseCode.POLICY_VIOLATION)
        elif len(self._queued) == MAX_QUEUED:
            self._socket.pause()

    def drained(self) -> None:
        self.client.drained()

    def disconnected(self) -> None:
        self.context.metrics.sockets -= 1
        self.context.sockets.leave(self._network)
        self._queued = None

    def _handle(self, text: str | None) -> None:
        self._received_at = time.perf_counter()
        pause = self._pause("messages")
        try:
            if text is None:
                raise msgspec.DecodeError("binary")
            command = self.decoder.decode(text)
        except NOT_JSON as error:
            self._refuse_malformed(error)
            if pause:
                self._slow_down(pause)
            return
        self._malformed = 0
        self._command = command.id
        if not pause and type(command) in self.chats:
            pause = self._pause("chats")
        if pause:
            self._refuse(command.id, "slow_down", {})
            self._slow_down(pause)
        else:
            self._perform(command)

    def _answer_ping(self, command_id: str) -> None:
        self.client.answer(f'{{"type":"pong","id":{quoted(command_id)},"time":{time.time():.3f}}}')

    def _acknowledge(self, command_id: str, n: int) -> None:
        self.client.answer(f'{{"type":"ack","id":{quoted(command_id)},"n":{n}}}')

    def _handle_next(self) -> None:
        """Handle the messages that came in the meantime."""
        self._busy = False
        if self._handling_queue:
            return
        self._handling_queue = True
        while self._queued and not self._busy and not self.client.closed:
            text = self._queued.popleft()
            self._queued_bytes -= len(text or "")
            if len(self._queued) == MAX_QUEUED - 1:
                self._socket.resume()
            self._handle(text)
        self._handling_queue = False

    def _pause(self, limit: str) -> float:
        """Count one more under a limit of the visitor and of the address; returns the seconds to pause if too many."""
        limiter = self.context.limiter
        if not limiter.allow(limit, self._visitor):
            return SLOW_DOWN_SECONDS
        if not limiter.allow(f"address_{limit}", self._network):
            return ADDRESS_SLOW_DOWN_SECONDS
        return 0.0

    def _slow_down(self, seconds: float) -> None:
        self._busy = True
        asyncio.get_running_loop().call_later(seconds, self._handle_next)

    def _refuse_malformed(self, error: Exception) -> None:
        self._malformed += 1
        self._refuse(None, "malformed", {"detail": str(error)[:200]})
        if self._malformed >= self.context.settings.limits.malformed:
            self.client.close(CloseCode.POLICY_VIOLATION)

    def _refuse(self, command_id: str | None, code: str, values: dict[str, Any]) -> None:
        logger.info("refused", extra={"code": code, "address": self.address, **self._place()})
        message = {"type": "error", "id": command_id, "code": code, "values": values}
        self.client.answer(_encoder.encode(message).decode())
        self.context.metrics.answered(code, time.perf_counter() - self._received_at)


def quoted(text: str) -> str:
    return _encoder.encode(text).decode()
