"""A client's session on a socket: handles its messages in order and within limits, and sends the answers. This is the
hottest code of the server."""

import asyncio
import logging
import time
from collections import deque
from typing import Any, ClassVar, Protocol

import msgspec

from hanabi.server.context import Context
from hanabi.server.database import StoreError
from hanabi.server.http.responses import plain_values
from hanabi.server.live.clients import Client
from hanabi.server.rate_limits import network_of
from hanabi.server.refusals import Refused
from hanabi.server.tables import Occupant, Ping
from hanabi.server.wire.close_codes import CloseCode
from hanabi.server.wire.messages import Ack, ErrorMessage, Pong

logger = logging.getLogger("hanabi.sockets")
_encoder = msgspec.json.Encoder()
# Seconds before the next message is handled when a client, or all clients of its address, send too many.
SLOW_DOWN_SECONDS = 0.2
ADDRESS_SLOW_DOWN_SECONDS = 2.0
# Messages that may wait for earlier ones; beyond that, the server stops reading from the client.
MAX_QUEUED = 16
# Data that was already read may contain more. No well-behaved client reaches these limits.
MAX_OVERFLOW = 128
MAX_QUEUED_BYTES = 64 * 1024
NOT_JSON = (msgspec.DecodeError, RecursionError, UnicodeError)


class PausableSocket(Protocol):
    def pause(self) -> None: ...

    def resume(self) -> None: ...


class SocketSession:
    """Handles the messages of one client in order: each after the previous one was answered.

    Subclasses define the commands: `decoder` reads one, `_perform` executes it.
    """

    __slots__ = (
        "_busy",
        "_handling_queue",
        "_malformed",
        "_network",
        "_queued",
        "_queued_bytes",
        "_received_at",
        "_socket",
        "_task",
        "_visitor",
        "address",
        "client",
        "context",
    )
    decoder: ClassVar[msgspec.json.Decoder[Any]]
    # Commands that also count as chat.
    chats: ClassVar[tuple[type, ...]]

    def __init__(self, context: Context, client: Client, socket: PausableSocket, address: str = "") -> None:
        self.context, self.client, self.address = context, client, address
        self._socket = socket
        # The keys of the rate limits, which are the same for all sockets of a client.
        self._network = network_of(address)
        self._visitor = client.actor.key or self._network
        self._malformed = self._queued_bytes = 0
        self._busy = self._handling_queue = False
        self._queued: deque[str | None] | None = None
        self._received_at = 0.0
        self._task: asyncio.Task[None] | None = None

    async def _perform(self, command: Any) -> int:
        """Execute a command. Returns the number for its acknowledgment. Raises Refused or StoreError."""
        raise NotImplementedError

    def _place(self) -> dict[str, Any]:
        """Fields for the log that tell where this is."""
        raise NotImplementedError

    def message_received(self, text: str | None) -> None:
        """Handle a message now or when its turn comes; None stands for a binary message."""
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
        if not pause and type(command) in self.chats:
            pause = self._pause("chats")
        if pause:
            self._refuse(command.id, "slow_down", {})
            self._slow_down(pause)
        elif type(command) is Ping:
            self.client.answer(_encoder.encode(Pong(command.id, round(time.time(), 3))))
        else:
            self._busy = True
            self._task = asyncio.get_running_loop().create_task(self._execute(command))

    async def _execute(self, command: Any) -> None:
        """Perform a command, answer it, and go on with the next message."""
        try:
            n = await self._perform(command)
        except Refused as refused:
            self._refuse(command.id, refused.code, plain_values(refused.values))
        except StoreError as error:
            # StoreHealth already logs outages once; do not log a warning per command.
            logger.info("not stored", extra={"error": str(error), **self._place()})
            self._refuse(command.id, "busy", {})
        except Exception as error:
            logger.error("a command failed", exc_info=error, extra=self._place())
            self.client.close(CloseCode.INTERNAL_ERROR)
        else:
            self.client.answer(_encoder.encode(Ack(command.id, n)))
            self.context.metrics.answered("ok", time.perf_counter() - self._received_at)
        self._handle_next()

    def _check_not_muted(self, occupant: Occupant | None) -> None:
        """Raises Refused for a mute against the address, the client's account, or the account that sat down there."""
        sanctions = self.context.sanctions
        mute = (
            sanctions.against_address("mute", self.address)
            or sanctions.against_account("mute", self.client.actor.account)
            or sanctions.against_account("mute", None if occupant is None else occupant.account)
        )
        if mute is not None:
            raise mute.refusal()

    def _handle_next(self) -> None:
        """Handle the messages that arrived in the meantime."""
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
        """Count one more for the visitor and the address. Returns the seconds to pause if there are too many."""
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
        self.client.answer(_encoder.encode(ErrorMessage(command_id, code, values)))
        self.context.metrics.answered(code, time.perf_counter() - self._received_at)
