"""The WebSocket of a table: receives commands, sends answers and states."""

import contextlib
import logging
from dataclasses import replace
from typing import Any, ClassVar, get_args
from urllib.parse import parse_qs

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Scope

from hanabi.server.actor import Actor
from hanabi.server.context import Context
from hanabi.server.database import StoreError
from hanabi.server.live.clients import Client
from hanabi.server.live.live_table import LiveTable
from hanabi.server.net.websocket import WebSocketConnection
from hanabi.server.refusals import Refused
from hanabi.server.sockets.socket_admission import refuse
from hanabi.server.sockets.socket_session import PausableSocket, SocketSession
from hanabi.server.tables import AnyCommand, Command, checked_name, clean_line, free_name
from hanabi.server.tables.features import bot_pauses, rematch, seating, takeover, talk
from hanabi.server.wire.close_codes import CloseCode

logger = logging.getLogger("hanabi.sockets")
CLOSE_CODES = {"table_closed": CloseCode.TABLE_CLOSED, "busy": CloseCode.BUSY}


class TableSockets:
    """`/ws/{table}`."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def open(self, http: HTTPConnection, socket: WebSocketConnection, address: str, path: str) -> None:
        since, seat = _number(http.scope, "since"), _number(http.scope, "seat")
        try:
            live = await self.context.registry.live_table(path, since)
        except Refused as refused:
            return refuse(socket, CloseCode.NOT_FOUND, refused.code, address)
        except StoreError:
            return refuse(socket, CloseCode.BUSY, "busy", address)
        actor = replace(await self.context.actor(http), seat=seat)
        name = None
        try:
            if actor.account is not None and live.table.seat_for(actor) is None:
                name = await self.context.accounts.name_of(actor.account)
            live = await self.context.registry.current(live)
        except StoreError:
            return refuse(socket, CloseCode.BUSY, "busy", address)
        if socket.closing:
            return None
        if self._is_banned(live, actor):
            return refuse(socket, CloseCode.BANNED, "banned", address)
        client = Client(actor, since, socket, address, name)
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
    __slots__ = ("live_table",)
    decoder: ClassVar[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(AnyCommand)
    chats: ClassVar[tuple[type, ...]] = tuple(kind for kind in get_args(AnyCommand) if kind.talk != "none")

    def __init__(
        self, context: Context, live: LiveTable, client: Client, socket: PausableSocket, address: str = ""
    ) -> None:
        super().__init__(context, client, socket, address)
        self.live_table = live

    def disconnected(self) -> None:
        super().disconnected()
        self.live_table.clients.dismiss(self.client)
        self.context.registry.presence_changed(self.live_table)

    def _place(self) -> dict[str, Any]:
        return {"table": self.live_table.table.id, "seat": self.client.seat}

    async def _perform(self, command: Command) -> int:
        live, actor = self.live_table, self.client.actor
        if command.talk == "text":
            self._check_not_muted(None if self.client.seat is None else live.table.occupants[self.client.seat])
        match command:
            case talk.SpectatorSays():
                return self._say_to_spectators(command)
            case bot_pauses.ChoosePace() | bot_pauses.Skip():
                return self._set_pace(command)
            case seating.SeatBot(bot=str(bot)) | takeover.Takeover(bot=str(bot)):
                await self.context.registry.bot_workers.compilation.require(bot)
            case rematch.Rematch():
                return await self.context.registry.rematch(live, actor, command)
        return await live.perform(actor, command)

    def _say_to_spectators(self, command: talk.SpectatorSays) -> int:
        live = self.live_table
        live.clients.check_may_chat(self.client)
        text = clean_line(command.text)
        if not text:
            raise Refused("malformed")
        name = free_name(checked_name(command.name), (occupant.name for occupant in live.table.occupants))
        self.context.registry.messages.say(live, name, text)
        return live.clients.spectator_table.n

    def _set_pace(self, command: bot_pauses.ChoosePace | bot_pauses.Skip) -> int:
        live, seat = self.live_table, self.client.seat
        if seat is None:
            raise Refused("not_seated")
        if isinstance(command, bot_pauses.ChoosePace):
            self.context.registry.messages.choose_pace(live, seat, command.pace)
        elif live.table.game is not None and live.table.game.player != seat:
            self.context.registry.messages.skip(live)
        return live.table.n


def _number(scope: Scope, name: str) -> int | None:
    with contextlib.suppress(ValueError, UnicodeError):
        values = parse_qs(scope.get("query_string", b"").decode("ascii")).get(name, [])
        if values and len(values[0]) < 10 and values[0].isdecimal():
            return int(values[0])
    return None
