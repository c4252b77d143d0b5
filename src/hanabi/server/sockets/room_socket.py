"""The WebSocket of a review room, where several people look at a finished game together."""

import contextlib
import logging
import re
from typing import Any, ClassVar
from urllib.parse import parse_qs

import msgspec
from starlette.requests import HTTPConnection

from hanabi.server.actor import Actor
from hanabi.server.context import Context
from hanabi.server.database import StoreError
from hanabi.server.game_access import finished_table, visible_study
from hanabi.server.live.clients import Client
from hanabi.server.live.review_rooms import Participant, ReviewRoom, RoomGame, RoomKey
from hanabi.server.net.websocket import WebSocketConnection
from hanabi.server.people.person_log import NEUTRAL_NAME
from hanabi.server.refusals import Refused
from hanabi.server.sockets.socket_admission import refuse
from hanabi.server.sockets.socket_session import PausableSocket, SocketSession
from hanabi.server.tables import Table, clean_name
from hanabi.server.tables.features import seating, talk
from hanabi.server.wire import room_messages
from hanabi.server.wire.close_codes import CloseCode

logger = logging.getLogger("hanabi.sockets")
PATH = re.compile(r"(table|study)/([A-Za-z0-9_-]{8,32})/([A-Za-z0-9_-]{16,32})", re.ASCII)
CLOSE_CODES = {
    "running": CloseCode.NO_SPECTATORS,
    "contest_sealed": CloseCode.NO_SPECTATORS,
    "daily_sealed": CloseCode.NO_SPECTATORS,
    "table_closed": CloseCode.TABLE_CLOSED,
    "room_full": CloseCode.ROOM_FULL,
}


class RoomSockets:
    """`/ws/together/table/{table}/{room}` and `/ws/together/study/{study}/{room}`."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def open(self, http: HTTPConnection, socket: WebSocketConnection, address: str, path: str) -> None:
        match = PATH.fullmatch(path)
        # A proxy chooses the process by the raw path, so each room must have only one spelling.
        if match is None or not http.scope["raw_path"].endswith(path.encode()):
            return refuse(socket, CloseCode.NOT_FOUND, "no_such_page", address)
        key = RoomKey(*match.groups())
        try:
            game, table = await self._game(http, key)
        except Refused as refused:
            return refuse(socket, CLOSE_CODES.get(refused.code, CloseCode.NOT_FOUND), refused.code, address)
        except StoreError:
            return refuse(socket, CloseCode.BUSY, "busy", address)
        actor = await self.context.actor(http)
        if socket.closing:
            return None
        seat = None if table is None else table.seat_of(actor.key, actor.account)
        if self._is_banned(table, seat, actor):
            return refuse(socket, CloseCode.BANNED, "banned", address)
        client = Client(actor, None, socket, address)
        socket.accept()
        room = self.context.rooms.room(key, game)
        try:
            participant = room.enter(client, _name(http), seat, _may_talk(table, seat))
        except Refused as refused:
            return refuse(
                socket, CLOSE_CODES.get(refused.code, CloseCode.NOT_FOUND), refused.code, address, accepted=True
            )
        socket.listener = RoomSession(self.context, room, participant, table, client, socket, address)
        logger.info("entered", extra={"room": key.room, "game": key.game, "address": address})
        self.context.metrics.sockets += 1
        return None

    async def _game(self, http: HTTPConnection, key: RoomKey) -> tuple[RoomGame, Table | None]:
        """The game and the table where it was played, if the visitor may see the game. Raises Refused."""
        if key.kind == "table":
            table = await finished_table(self.context, http, key.game)
            record = table.record()
            return RoomGame(len(record.players), len(record.actions), record.players), table
        study = await visible_study(self.context, http, key.game)
        origin = None
        if study.origin is not None:
            # The table may have been deleted.
            with contextlib.suppress(Refused):
                origin = (await self.context.registry.live_table(study.origin)).table
        players = study.record.players
        return RoomGame(len(players), len(study.record.actions), players), origin

    def _is_banned(self, table: Table | None, seat: int | None, actor: Actor) -> bool:
        account = actor.account if table is None or seat is None else table.occupants[seat].account
        return self.context.sanctions.against_account("ban", account) is not None


class RoomSession(SocketSession):
    __slots__ = ("_participant", "_room", "_table")
    decoder: ClassVar[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(room_messages.AnyRoomCommand)
    chats: ClassVar[tuple[type, ...]] = (talk.Chat, seating.Rename)

    def __init__(
        self,
        context: Context,
        room: ReviewRoom,
        participant: Participant,
        table: Table | None,
        client: Client,
        socket: PausableSocket,
        address: str,
    ) -> None:
        super().__init__(context, client, socket, address)
        self._room, self._participant, self._table = room, participant, table

    def disconnected(self) -> None:
        super().disconnected()
        self._room.leave(self._participant, self.client)

    def _place(self) -> dict[str, Any]:
        return {"room": self._room.key.room, "game": self._room.key.game}

    async def _perform(self, command: room_messages.AnyRoomCommand) -> int:
        room, participant = self._room, self._participant
        match command:
            case room_messages.ShowPosition():
                room.show(participant, command)
            case room_messages.Lead():
                room.lead(participant, command)
            case room_messages.Follow():
                room.follow(participant, command)
            case room_messages.DrawMark():
                room.draw(participant, command)
            case room_messages.ClearMarks():
                room.clear(participant, command)
            case seating.Rename(name=name):
                room.rename(participant, name)
            case talk.Chat(text=text):
                table, seat = self._table, participant.seat
                self._check_not_muted(None if table is None or seat is None else table.occupants[seat])
                room.say(participant, text)
        return room.n


def _may_talk(table: Table | None, seat: int | None) -> bool:
    """The options of the table decide, for players and for spectators. Imported games allow chat."""
    if table is None:
        return True
    options = table.options
    return options.communication != "silent" and (seat is not None or options.spectator_chat != "none")


def _name(http: HTTPConnection) -> str:
    """The name that the visitor chose; a neutral one if it is not a name."""
    query: bytes = http.scope.get("query_string", b"")
    names: list[str] = []
    with contextlib.suppress(ValueError):
        names = parse_qs(query.decode("ascii"), max_num_fields=8).get("name", [])
    return clean_name(names[0]) if names and clean_name(names[0]) else NEUTRAL_NAME
