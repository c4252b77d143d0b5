"""The WebSocket of a table: commands of a client in, answers and states out. It is the hottest code of the server."""

import asyncio
import contextlib
import logging
import time
from collections import deque
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from hanabi.tables import commands
from hanabi.tables.command_handlers import Actor, Refused, clean_name
from hanabi.tables.live.clients import Client
from hanabi.tables.live.live_table import CLOSED, LiveTable
from hanabi.tables.live.notice_receiver import BANNED
from hanabi.tables.names import clean_line, free_name
from hanabi.tables.sanctions import Sanction
from hanabi.tables.store import StoreError
from hanabi.web.context import Context
from hanabi.web.identity import may_change
from hanabi.web.rate_limits import network_of
from hanabi.web.responses import plain_values
from hanabi.web.websocket import WebSocketConnection

logger = logging.getLogger("hanabi.sockets")
_decoder = msgspec.json.Decoder(commands.AnyCommand)
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
PREFIX = "/ws/"
CHATS = (commands.Chat, commands.Phrase, commands.SpectatorSays)


class TableSockets:
    """`/ws/{table}`."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket: WebSocketConnection = scope["extensions"]["hanabi.websocket"]
        http = HTTPConnection(scope)
        address = http.client.host if http.client else ""
        context, network = self.context, network_of(address)
        if not may_change(http, context.settings.origins):
            return _refuse(socket, 4003, "foreign_origin", address)
        if context.sanctions.against_address("ban", address) is not None:
            return _refuse(socket, BANNED, "banned", address)
        seconds = context.limiter.retry_after("new_sockets", network)
        if seconds:
            logger.info("socket refused", extra={"code": "slow_down", "address": address})
            return socket.refuse(HTTPStatus.TOO_MANY_REQUESTS, seconds)
        if not context.sockets.enter(network):
            return _refuse(socket, 4008, "too_many", address)
        try:
            await self._open(http, socket, address)
        finally:
            if socket.listener is None:
                context.sockets.leave(network)

    async def _open(self, http: HTTPConnection, socket: WebSocketConnection, address: str) -> None:
        path = http.scope["path"]
        try:
            if not path.startswith(PREFIX):
                raise Refused("no_such_table")
            since = _since(http.scope)
            live = await self.context.registry.live_table(path.removeprefix(PREFIX), since)
        except Refused as refused:
            return _refuse(socket, 4004, refused.code, address)
        except StoreError:
            return _refuse(socket, 1013, "busy", address)
        actor = await self.context.actor(http)
        if socket.closing:
            return None
        if self._is_banned(live, actor):
            return _refuse(socket, BANNED, "banned", address)
        client = Client(actor, since, socket, address)
        socket.accept()
        try:
            live.admit(client)
        except Refused as refused:
            code = CLOSED if refused.code == "table_closed" else 4011
            return _refuse(socket, code, refused.code, address, accepted=True)
        socket.listener = ClientSession(self.context, live, client, socket, address)
        logger.info("connected", extra={"table": live.table.id, "seat": client.seat, "address": address})
        self.context.metrics.sockets += 1
        self.context.registry.presence_changed(live)
        if client.seat is None:
            self.context.registry.messages.watched(live)

    def _is_banned(self, live: LiveTable, actor: Actor) -> bool:
        """The token of a seat acts for the account that sat down there."""
        seat = live.table.seat_of(actor.key, actor.account)
        account = actor.account if seat is None else live.table.occupants[seat].account
        return self.context.sanctions.against_account("ban", account) is not None


class ClientSession:
    """Handles the messages of one client in order: the next when the one before is answered."""

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
        "live_table",
    )

    def __init__(self, context: Context, live: LiveTable, client: Client, socket: Any, address: str = "") -> None:
        self.context, self.live_table, self.client, self.address = context, live, client, address
        self._socket = socket
        # Under these its messages are counted, whichever socket they come by.
        self._network = network_of(address)
        self._visitor = client.actor.key or self._network
        self._malformed = self._queued_bytes = 0
        self._busy = self._handling_queue = False
        self._queued: deque[str | None] | None = None
        self._command = ""
        self._received_at = 0.0

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
            self.client.close(1008)
        elif len(self._queued) == MAX_QUEUED:
            self._socket.pause()

    def drained(self) -> None:
        self.client.drained()

    def disconnected(self) -> None:
        context = self.context
        context.metrics.sockets -= 1
        context.sockets.leave(self._network)
        self._queued = None
        self.live_table.dismiss(self.client)
        context.registry.presence_changed(self.live_table)

    def _handle(self, text: str | None) -> None:
        self._received_at = time.perf_counter()
        pause = self._pause("messages")
        try:
            if text is None:
                raise msgspec.DecodeError("binary")
            command = _decoder.decode(text)
        except NOT_JSON as error:
            self._refuse_malformed(error)
            if pause:
                self._slow_down(pause)
            return
        self._malformed = 0
        self._command = command.id
        if not pause and type(command) in CHATS:
            pause = self._pause("chats")
        if pause:
            self._refuse(command.id, "slow_down", {})
            self._slow_down(pause)
        elif type(command) is commands.Ping:
            self.client.answer(f'{{"type":"pong","id":{_quoted(command.id)},"time":{time.time():.3f}}}')
        elif type(command) in (commands.Chat, commands.SpectatorSays) and (mute := self._mute()) is not None:
            self._refuse(command.id, "muted", mute.refusal().values)
        elif type(command) is commands.SpectatorSays:
            self._say_to_spectators(command)
        elif type(command) in (commands.ChoosePace, commands.Skip):
            self._set_pace(command)
        else:
            self._busy = True
            self.context.registry.perform(self.live_table, self.client.actor, command, self._command_done)

    def _say_to_spectators(self, command: commands.SpectatorSays) -> None:
        live = self.live_table
        try:
            live.check_may_chat(self.client)
            text = clean_line(command.text)
            if not text:
                raise Refused("malformed")
            name = free_name(clean_name(command.name), (occupant.name for occupant in live.table.occupants))
        except Refused as refused:
            self._refuse(command.id, refused.code, plain_values(refused.values))
            return
        self.context.registry.messages.say(live, name, text)
        self.client.answer(f'{{"type":"ack","id":{_quoted(command.id)},"n":{live.spectator_table.n}}}')

    def _set_pace(self, command: commands.ChoosePace | commands.Skip) -> None:
        live, seat = self.live_table, self.client.seat
        if seat is None:
            self._refuse(command.id, "not_seated", {})
            return
        if isinstance(command, commands.ChoosePace):
            self.context.registry.messages.choose_pace(live, seat, command.pace)
        elif live.table.game is not None and live.table.game.player != seat:
            self.context.registry.messages.skip(live)
        self.client.answer(f'{{"type":"ack","id":{_quoted(command.id)},"n":{live.table.n}}}')

    def _mute(self) -> Sanction | None:
        """The address may not chat, or the account of this client or of whoever sat down on its seat."""
        sanctions, seat = self.context.sanctions, self.client.seat
        sat_down = None if seat is None else self.live_table.table.occupants[seat].account
        return (
            sanctions.against_address("mute", self.address)
            or sanctions.against_account("mute", self.client.actor.account)
            or sanctions.against_account("mute", sat_down)
        )

    def _command_done(self, outcome: int | Exception) -> None:
        """The command is stored as event `outcome`, or was refused."""
        if isinstance(outcome, int):
            self.client.answer(f'{{"type":"ack","id":{_quoted(self._command)},"n":{outcome}}}')
            self.context.metrics.answered("ok", time.perf_counter() - self._received_at)
        elif isinstance(outcome, Refused):
            self._refuse(self._command, outcome.code, plain_values(outcome.values))
        elif isinstance(outcome, StoreError):
            # The store's health is logged once; here it would be a line a command.
            logger.info("not stored", extra={"table": self.live_table.table.id, "error": str(outcome)})
            self._refuse(self._command, "busy", {})
        else:
            logger.error("a command failed", exc_info=outcome, extra={"table": self.live_table.table.id})
            self.client.close(1011)
        self._handle_next()

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
            self.client.close(1008)

    def _refuse(self, command_id: str | None, code: str, values: dict[str, Any]) -> None:
        table = self.live_table.table.id
        logger.info("refused", extra={"table": table, "code": code, "seat": self.client.seat, "address": self.address})
        message = {"type": "error", "id": command_id, "code": code, "values": values}
        self.client.answer(_encoder.encode(message).decode())
        self.context.metrics.answered(code, time.perf_counter() - self._received_at)


def _since(scope: Scope) -> int | None:
    with contextlib.suppress(ValueError, UnicodeError):
        given = parse_qs(scope.get("query_string", b"").decode("ascii")).get("since", [])
        if given and len(given[0]) < 10 and given[0].isdecimal():
            return int(given[0])
    return None


def _quoted(text: str) -> str:
    return _encoder.encode(text).decode()


def _refuse(socket: WebSocketConnection, code: int, reason: str, address: str, *, accepted: bool = False) -> None:
    """Accept and close: a browser sees the close code only of an accepted socket."""
    logger.info("socket refused", extra={"code": reason, "address": address})
    if not accepted and not socket.closing:
        socket.accept()
    socket.close(code, reason)
