"""The WebSocket of a table: receives commands, sends answers and states."""

import asyncio
import contextlib
import logging
import time
from typing import Any, ClassVar, get_args
from urllib.parse import parse_qs

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Scope

from hanabi.server.actor import Actor
from hanabi.server.context import Context
from hanabi.server.database import StoreError
from hanabi.server.http.responses import plain_values
from hanabi.server.live.clients import Client
from hanabi.server.live.live_table import LiveTable
from hanabi.server.net.websocket import WebSocketConnection
from hanabi.server.people.sanctions import Sanction
from hanabi.server.refusals import Refused
from hanabi.server.sockets.socket_admission import refuse
from hanabi.server.sockets.socket_session import PausableSocket, SocketSession
from hanabi.server.tables import AnyCommand, Command, Ping, checked_name, clean_line, free_name
from hanabi.server.tables.features import bot_pauses, rematch, talk
from hanabi.server.wire.close_codes import CloseCode

logger = logging.getLogger("hanabi.sockets")
CLOSE_CODES = {"table_closed": CloseCode.TABLE_CLOSED, "busy": CloseCode.BUSY}


class TableSockets:
    """`/ws/{table}`."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def open(self, http: HTTPConnection, socket: WebSocketConnection, address: str, path: str) -> None:
        since = _since(http.scope)
        try:
            live = await self.context.registry.live_table(path, since)
        except Refused as refused:
            return refuse(socket, CloseCode.NOT_FOUND, refused.code, address)
        except StoreError:
            return refuse(socket, CloseCode.BUSY, "busy", address)
        actor = await self.context.actor(http)
        try:
            live = await self.context.registry.current(live)
        except StoreError:
            return refuse(socket, CloseCode.BUSY, "busy", address)
        if socket.closing:
            return None
        if self._is_banned(live, actor):
            return refuse(socket, CloseCode.BANNED, "banned", address)
        client = Client(actor, since, socket, address)
        socket.accept()
        try:
            live.admit(client)
        except Refused as refused:
            code = CLOSE_CODES.get(refused.code, CloseCode.NO_SPECTATORS)
            return refuse(socket, code, refused.code, address, accepted=True)
        socket.listener = TableSession(self.context, live, client, socket, address)
        logger.info("connected", extra={"table": live.table.id, "seat": client.seat, "address": address})
        self.context.metrics.sockets += 1
        self.context.registry.presence_changed(live)
        if client.seat is None:
            self.context.registry.messages.watched(live)
        return None

    def _is_banned(self, live: LiveTable, actor: Actor) -> bool:
        """A seat's token acts for the account that sat down there."""
        seat = live.table.seat_of(actor.key, actor.account)
        account = actor.account if seat is None else live.table.occupants[seat].account
        return self.context.sanctions.against_account("ban", account) is not None


class TableSession(SocketSession):
    __slots__ = ("_task", "live_table")
    decoder: ClassVar[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(AnyCommand)
    chats: ClassVar[tuple[type, ...]] = tuple(kind for kind in get_args(AnyCommand) if kind.talk != "none")

    def __init__(
        self, context: Context, live: LiveTable, client: Client, socket: PausableSocket, address: str = ""
    ) -> None:
        super().__init__(context, client, socket, address)
        self.live_table = live
        self._task: asyncio.Task[None] | None = None

    def disconnected(self) -> None:
        super().disconnected()
        self.live_table.clients.dismiss(self.client)
        self.context.registry.presence_changed(self.live_table)

    def _place(self) -> dict[str, Any]:
        return {"table": self.live_table.table.id, "seat": self.client.seat}

    def _perform(self, command: Command) -> None:
        if type(command) is Ping:
            self._answer_ping(command.id)
        elif command.talk == "text" and (mute := self._mute()) is not None:
            self._refuse(command.id, "muted", mute.refusal().values)
        elif type(command) is talk.SpectatorSays:
            self._say_to_spectators(command)
        elif type(command) is bot_pauses.ChoosePace or type(command) is bot_pauses.Skip:
            self._set_pace(command)
        else:
            self._busy = True
            self._task = asyncio.get_running_loop().create_task(self._carry_out(command))

    async def _carry_out(self, command: Command) -> None:
        """Carry out a command that changes the table, answer it, and go on with the next message."""
        live, actor = self.live_table, self.client.actor
        try:
            if type(command) is rematch.Rematch:
                n = await self.context.registry.rematch(live, actor, command)
            else:
                n = await live.perform(actor, command)
        except Refused as refused:
            self._refuse(command.id, refused.code, plain_values(refused.values))
        except StoreError as error:
            # StoreHealth already logs outages once; do not log a warning per command.
            logger.info("not stored", extra={"table": live.table.id, "error": str(error)})
            self._refuse(command.id, "busy", {})
        except Exception as error:
            logger.error("a command failed", exc_info=error, extra={"table": live.table.id})
            self.client.close(CloseCode.INTERNAL_ERROR)
        else:
            self._acknowledge(command.id, n)
            self.context.metrics.answered("ok", time.perf_counter() - self._received_at)
        self._handle_next()

    def _say_to_spectators(self, command: talk.SpectatorSays) -> None:
        live = self.live_table
        try:
            live.clients.check_may_chat(self.client)
            text = clean_line(command.text)
            if not text:
                raise Refused("malformed")
            name = free_name(checked_name(command.name), (occupant.name for occupant in live.table.occupants))
        except Refused as refused:
            self._refuse(command.id, refused.code, plain_values(refused.values))
            return
        self.context.registry.messages.say(live, name, text)
        self._acknowledge(command.id, live.clients.spectator_table.n)

    def _set_pace(self, command: bot_pauses.ChoosePace | bot_pauses.Skip) -> None:
        live, seat = self.live_table, self.client.seat
        if seat is None:
            self._refuse(command.id, "not_seated", {})
            return
        if isinstance(command, bot_pauses.ChoosePace):
            self.context.registry.messages.choose_pace(live, seat, command.pace)
        elif live.table.game is not None and live.table.game.player != seat:
            self.context.registry.messages.skip(live)
        self._acknowledge(command.id, live.table.n)

    def _mute(self) -> Sanction | None:
        """A mute against the address, the client's account, or the account that sat down at its seat."""
        sanctions, seat = self.context.sanctions, self.client.seat
        sat_down = None if seat is None else self.live_table.table.occupants[seat].account
        return (
            sanctions.against_address("mute", self.address)
            or sanctions.against_account("mute", self.client.actor.account)
            or sanctions.against_account("mute", sat_down)
        )


def _since(scope: Scope) -> int | None:
    with contextlib.suppress(ValueError, UnicodeError):
        values = parse_qs(scope.get("query_string", b"").decode("ascii")).get("since", [])
        if values and len(values[0]) < 10 and values[0].isdecimal():
            return int(values[0])
    return None
