"""The socket of one client: commands in, answers and states out. It is the server's busiest place."""

import asyncio
import contextlib
import logging
import time
from collections import deque
from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from hanabi.tables import commands
from hanabi.tables.command_handlers import Refused
from hanabi.tables.live.clients import Client
from hanabi.tables.live.live_table import LiveTable
from hanabi.tables.store import StoreError
from hanabi.web.context import Context, plain_values
from hanabi.web.identity import may_change
from hanabi.web.rate_limits import TokenBucket
from hanabi.web.websocket import WebSocketConnection

logger = logging.getLogger("hanabi.sockets")
_decoder = msgspec.json.Decoder(commands.AnyCommand)
_encoder = msgspec.json.Encoder()
# Whoever floods is read this much more slowly.
PAUSE = 0.2
# Messages that may wait for the answer to the one before them; then the client must.
MOST_UNREAD = 16
NOT_JSON = (msgspec.DecodeError, RecursionError, UnicodeError)
PREFIX = "/ws/"


class TableSockets:
    """`/ws/{table}`."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        line: WebSocketConnection = scope["extensions"]["hanabi.websocket"]
        connection = HTTPConnection(scope)
        address = connection.client.host if connection.client else ""
        context = self.context
        if not may_change(connection, context.settings.origins):
            return _refuse(line, 4003, "foreign_origin", address)
        if not context.connections.enter(address):
            return _refuse(line, 4008, "too_many", address)
        try:
            await self._open(connection, line, address)
        finally:
            if line.listener is None:
                context.connections.leave(address)

    async def _open(self, connection: HTTPConnection, line: WebSocketConnection, address: str) -> None:
        path = connection.scope["path"]
        try:
            if not path.startswith(PREFIX):
                raise Refused("no_such_table")
            live = await self.context.registry.live_table(path.removeprefix(PREFIX))
        except Refused as refused:
            return _refuse(line, 4004, refused.code, address)
        except StoreError:
            return _refuse(line, 1013, "busy", address)
        actor = await self.context.actor(connection)
        if line.closing:
            return None
        client = Client(actor, _since(connection.scope), line)
        line.accept()
        try:
            live.admit(client)
        except Refused as refused:
            return _refuse(line, 4011, refused.code, address, accepted=True)
        line.listener = ClientSession(self.context, live, client, line, address)
        self.context.metrics.sockets += 1
        self.context.registry.presence_changed(live)


class ClientSession:
    """Hears one client out, message by message: the next is dealt with when the one before has its answer."""

    __slots__ = (
        "_began",
        "_bucket",
        "_busy",
        "_catching_up",
        "_command",
        "_line",
        "_malformed",
        "_unread",
        "address",
        "client",
        "context",
        "live_table",
    )

    def __init__(self, context: Context, live: LiveTable, client: Client, line: Any, address: str = "") -> None:
        self.context, self.live_table, self.client, self.address = context, live, client, address
        limits = context.settings.limits
        self._line = line
        self._bucket = TokenBucket(limits.messages, limits.per_seconds)
        self._malformed = 0
        self._busy = self._catching_up = False
        self._unread: deque[str | None] | None = None
        self._command = ""
        self._began = 0.0

    def heard(self, text: str | None) -> None:
        """Deal with a message now or in its turn; None is a binary frame."""
        if not self._busy:
            self._hear(text)
            return
        if self._unread is None:
            self._unread = deque()
        self._unread.append(text)
        if len(self._unread) == MOST_UNREAD:
            self._line.pause()

    def drained(self) -> None:
        self.client.drained()

    def lost(self) -> None:
        context = self.context
        context.metrics.sockets -= 1
        context.connections.leave(self.address)
        self._unread = None
        self.live_table.dismiss(self.client)
        context.registry.presence_changed(self.live_table)

    def _hear(self, text: str | None) -> None:
        self._began = time.perf_counter()
        in_time = self._bucket.take()
        try:
            if text is None:
                raise msgspec.DecodeError("binary")
            command = _decoder.decode(text)
        except NOT_JSON as error:
            self._misunderstood(error)
            if not in_time:
                self._slow_down()
            return
        self._malformed = 0
        self._command = command.id
        if not in_time:
            self._refuse(command.id, "slow_down", {})
            self._slow_down()
        elif type(command) is commands.Ping:
            self.client.answer(f'{{"type":"pong","id":{_quoted(command.id)},"time":{time.time():.3f}}}')
        else:
            self._busy = True
            self.context.registry.perform(self.live_table, self.client.actor, command, self._done)

    def _done(self, outcome: int | Exception) -> None:
        """The command is stored as event `outcome`, or was refused."""
        if isinstance(outcome, int):
            self.client.answer(f'{{"type":"ack","id":{_quoted(self._command)},"n":{outcome}}}')
            self.context.metrics.answered("ok", time.perf_counter() - self._began)
        elif isinstance(outcome, Refused):
            self._refuse(self._command, outcome.code, plain_values(outcome.values))
        elif isinstance(outcome, StoreError):
            logger.warning("not stored", extra={"table": self.live_table.table.id, "error": str(outcome)})
            self._refuse(self._command, "busy", {})
        else:
            logger.error("a command failed", exc_info=outcome, extra={"table": self.live_table.table.id})
            self.client.close(1011)
        self._go_on()

    def _go_on(self) -> None:
        """Turn to what has come in the meantime."""
        self._busy = False
        if self._catching_up:
            return
        self._catching_up = True
        while self._unread and not self._busy and not self.client.closed:
            text = self._unread.popleft()
            if len(self._unread) == MOST_UNREAD - 1:
                self._line.resume()
            self._hear(text)
        self._catching_up = False

    def _slow_down(self) -> None:
        self._busy = True
        asyncio.get_running_loop().call_later(PAUSE, self._go_on)

    def _misunderstood(self, error: Exception) -> None:
        self._malformed += 1
        self._refuse(None, "malformed", {"detail": str(error)[:200]})
        if self._malformed >= self.context.settings.limits.malformed:
            self.client.close(1008)

    def _refuse(self, command_id: str | None, code: str, values: dict[str, Any]) -> None:
        table = self.live_table.table.id
        logger.info("refused", extra={"table": table, "code": code, "seat": self.client.seat, "address": self.address})
        message = {"type": "error", "id": command_id, "code": code, "values": values}
        self.client.answer(_encoder.encode(message).decode())
        self.context.metrics.answered(code, time.perf_counter() - self._began)


def _since(scope: Scope) -> int | None:
    with contextlib.suppress(ValueError, UnicodeError):
        given = parse_qs(scope.get("query_string", b"").decode("ascii")).get("since", [])
        if given and len(given[0]) < 10 and given[0].isdecimal():
            return int(given[0])
    return None


def _quoted(text: str) -> str:
    return _encoder.encode(text).decode()


def _refuse(line: WebSocketConnection, code: int, reason: str, address: str, *, accepted: bool = False) -> None:
    """Accept and close, so that the browser learns the code."""
    logger.info("socket refused", extra={"code": reason, "address": address})
    if not accepted and not line.closing:
        line.accept()
    line.close(code, reason)
