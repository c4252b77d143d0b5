"""Review rooms: several people look at one finished game. One of them leads, the others follow, and all may draw.

Rooms live in the memory of one process and are never stored.
"""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from hanabi.server.actor import Actor
from hanabi.server.database import Store
from hanabi.server.live.clients import Client
from hanabi.server.refusals import Refused
from hanabi.server.tables import checked_name, clean_line, free_name
from hanabi.server.wire import room_messages
from hanabi.server.wire.close_codes import CloseCode

MAINTENANCE_INTERVAL = 1.0
# An empty room ends after KEEP_EMPTY seconds, an unused one after MAX_UNUSED; there are at most MAX_EMPTY empty rooms.
KEEP_EMPTY, MAX_EMPTY = 600.0, 500
MAX_UNUSED = 6 * 3600.0
MAX_PARTICIPANTS = 16
COLORS = 8
# Marks per participant, and per room: everybody in the room gets all of them with each change.
MAX_MARKS_OF_PARTICIPANT, MAX_MARKS = 24, 96
# Remarks in the chat log, and their total length.
MAX_REMARKS, MAX_CHARACTERS = 50, 6000
MAX_SOCKETS_OF_PARTICIPANT = 3
# Seconds for which a participant without a connection keeps the place, the marks and the lead.
RETURN_SECONDS = 20.0
# Changes are sent together after a delay in seconds: SEND_DELAY, or SEND_DELAY_OF_SOCKET per socket in a large room.
SEND_DELAY, SEND_DELAY_OF_SOCKET = 0.03, 0.01
# Messages between processes name a table; no table can have this id.
ROOMS = "rooms"
_encoder = msgspec.json.Encoder()


class RoomKey(NamedTuple):
    """The game, and the secret name of the room, which is part of its link."""

    kind: str
    game: str
    room: str


@dataclass(frozen=True, slots=True)
class RoomGame:
    """The game of a room. Only its players may use `seat_names`."""

    players: int
    actions: int
    seat_names: tuple[str, ...]


@dataclass(slots=True, eq=False)
class Participant:
    number: int
    name: str
    color: int
    seat: int | None
    talks: bool
    key: str | None
    following: bool = True
    clients: list[Client] = field(default_factory=list)
    left_at: float = 0.0


class ReviewRoom:
    def __init__(self, key: RoomKey, game: RoomGame, clock: Callable[[], float] = time.monotonic) -> None:
        self.key, self.game = key, game
        self._clock = clock
        self.participants: list[Participant] = []
        self.leader: Participant | None = None
        self.position: room_messages.RoomPosition | None = None
        self.n = 0
        self.used_at = clock()
        self._marks: dict[tuple[Participant, room_messages.DrawMark], room_messages.SeenMark] = {}
        self._chat = RoomChatLog()
        # The message to all clients, until something changes.
        self._shared: bytes | None = None
        self._numbers = 0
        self._sending: asyncio.TimerHandle | None = None

    @property
    def clients(self) -> list[Client]:
        return [client for participant in self.participants for client in participant.clients]

    # Participants

    def enter(self, client: Client, name: str, seat: int | None, talks: bool) -> Participant:
        """Add a socket of a new or returning participant. Raises Refused if the room is full."""
        participant = self._returning(client.actor) or self._newcomer(client.actor, name, seat, talks)
        participant.talks, participant.seat = talks, seat
        participant.clients.append(client)
        if len(participant.clients) > MAX_SOCKETS_OF_PARTICIPANT:
            participant.clients.pop(0).close(CloseCode.REPLACED)
        if self.leader is None:
            self.leader = participant
        self._changed()
        client.send_state(self._chat)
        return participant

    def _returning(self, actor: Actor) -> Participant | None:
        if actor.key is None:
            return None
        return next((one for one in self.participants if one.key == actor.key), None)

    def _newcomer(self, actor: Actor, name: str, seat: int | None, talks: bool) -> Participant:
        if len(self.participants) >= MAX_PARTICIPANTS:
            absent = [one for one in self.participants if not one.clients]
            if not absent:
                raise Refused("room_full")
            self._forget(min(absent, key=lambda one: one.left_at))
        self._numbers += 1
        name = self._free_name(name, seat)
        participant = Participant(self._numbers, name, self._free_color(), seat, talks, actor.key)
        self.participants.append(participant)
        return participant

    def _free_name(self, name: str, seat: int | None, own: Participant | None = None) -> str:
        """Players keep the names of their seats; nobody else gets a name that looks like one of these."""
        if seat is not None:
            return self.game.seat_names[seat]
        others = [one.name for one in self.participants if one is not own]
        return free_name(checked_name(name), (*self.game.seat_names, *others))

    def _free_color(self) -> int:
        used = [one.color for one in self.participants]
        return min(range(COLORS), key=used.count)

    def leave(self, participant: Participant, client: Client) -> None:
        if client in participant.clients:
            participant.clients.remove(client)
            participant.left_at = self.used_at = self._clock()
            self._changed()

    def forget_absent(self) -> None:
        """Forget participants who have not come back; the lead goes to the participant who came first."""
        now = self._clock()
        for one in [one for one in self.participants if not one.clients and now - one.left_at > RETURN_SECONDS]:
            self._forget(one)
            self._changed()

    def _forget(self, participant: Participant) -> None:
        self.participants.remove(participant)
        self._erase_marks_of(participant)
        if self.leader is participant:
            self.leader = next((one for one in self.participants if one.clients), None)
            if self.leader is not None:
                self.leader.following = True

    # Commands

    def rename(self, participant: Participant, name: str) -> None:
        participant.name = self._free_name(name, participant.seat, participant)
        self._changed()

    def show(self, participant: Participant, command: room_messages.ShowPosition) -> None:
        position, game = command.position, self.game
        self._check_leads(participant)
        last = position.after + len(position.actions) if position.actions else game.actions
        if position.after > game.actions or position.turn > last or (position.seat or 0) >= game.players:
            raise Refused("malformed", detail="the game has no such position")
        if position != self.position:
            self.position = position
            self.n += 1
            self._marks = {}
            self._changed()

    def lead(self, participant: Participant, command: room_messages.Lead) -> None:
        if command.to is None:
            self.leader = participant
        else:
            self._check_leads(participant)
            chosen = next((one for one in self.participants if one.number == command.to and one.clients), None)
            if chosen is None:
                raise Refused("no_such_participant")
            self.leader = chosen
        self.leader.following = True
        self._changed()

    def _check_leads(self, participant: Participant) -> None:
        if self.leader is not participant:
            raise Refused("not_leader")

    def follow(self, participant: Participant, command: room_messages.Follow) -> None:
        participant.following = command.following or participant is self.leader
        self._changed()

    def draw(self, participant: Participant, command: room_messages.DrawMark) -> None:
        if command.upon != self.n:
            raise Refused("stale")
        mark = msgspec.structs.replace(command, id="-", on=True)
        place = (participant, mark)
        if not command.on:
            self._marks.pop(place, None)
        elif place not in self._marks:
            own = sum(1 for owner, _ in self._marks if owner is participant)
            limit = min(MAX_MARKS_OF_PARTICIPANT, MAX_MARKS // len(self.participants))
            if own >= limit:
                raise Refused("marks_full", most=limit)
            self._marks[place] = room_messages.SeenMark(participant.number, command.spot, command.to)
        self._changed()

    def clear(self, participant: Participant, command: room_messages.ClearMarks) -> None:
        if command.whose == "all":
            self._check_leads(participant)
            self._marks = {}
        else:
            self._erase_marks_of(participant)
        self._changed()

    def _erase_marks_of(self, participant: Participant) -> None:
        self._marks = {place: mark for place, mark in self._marks.items() if place[0] is not participant}

    def say(self, participant: Participant, text: str) -> None:
        if not participant.talks:
            raise Refused("silent_table")
        text = clean_line(text)
        if not text:
            raise Refused("malformed")
        addition = self._chat.add(room_messages.RoomRemark(time.time(), participant.number, participant.name, text))
        self.used_at = self._clock()
        for client in self.clients:
            client.send_addition(self._chat, addition)

    # Messages

    def _changed(self) -> None:
        self.used_at = self._clock()
        self._shared = None
        if self._sending is None:
            delay = max(SEND_DELAY, SEND_DELAY_OF_SOCKET * len(self.clients))
            self._sending = asyncio.get_running_loop().call_later(delay, self._send)

    def _send(self) -> None:
        self._sending = None
        for client in self.clients:
            client.send_state(self)

    def message_for(self, client: Client) -> bytes:
        """As a StateSource: a RoomMessage. Only its end differs between clients."""
        you = next(one for one in self.participants if client in one.clients)
        if self._shared is None:
            self._shared = _encoder.encode(self._seen())[:-1]
        return self._shared + b',"talks":%s,"you":%d}' % (b"true" if you.talks else b"false", you.number)

    def _seen(self) -> room_messages.SharedRoom:
        return room_messages.SharedRoom(
            n=self.n,
            leader=None if self.leader is None else self.leader.number,
            position=self.position,
            participants=[
                room_messages.SeenParticipant(
                    one.number, one.name, one.color, one.seat, one.following, bool(one.clients)
                )
                for one in self.participants
            ],
            marks=list(self._marks.values()),
        )

    def close(self, code: CloseCode) -> None:
        if self._sending is not None:
            self._sending.cancel()
        for client in self.clients:
            client.close(code)


class RoomChatLog:
    """The chat of a room. A new client gets all of it, and then only what is new."""

    def __init__(self) -> None:
        self._remarks: deque[room_messages.RoomRemark] = deque(maxlen=MAX_REMARKS)

    def add(self, remark: room_messages.RoomRemark) -> bytes:
        """Returns the message for clients that have the earlier remarks."""
        self._remarks.append(remark)
        while sum(len(one.text) for one in self._remarks) > MAX_CHARACTERS:
            self._remarks.popleft()
        return _encoder.encode(room_messages.RoomChat([remark], more=True))

    def message_for(self, client: Client) -> bytes:
        """As a StateSource."""
        return _encoder.encode(room_messages.RoomChat(list(self._remarks), more=False))


class ReviewRooms:
    """All rooms of this process.

    A proxy sends all guests of a room to one process. When it chooses another one, that process opens the room and
    tells the others, which send their guests there.
    """

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._rooms: dict[RoomKey, ReviewRoom] = {}
        store.on_message(self._opened_elsewhere)
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._rooms)

    def open(self) -> None:
        self._task = asyncio.ensure_future(self._repeat())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def room(self, key: RoomKey, game: RoomGame) -> ReviewRoom:
        """The room, created if it is missing."""
        if key not in self._rooms:
            self._rooms[key] = ReviewRoom(key, game, self._clock)
            self._store.tell_others(ROOMS, "/".join(key))
        return self._rooms[key]

    def _opened_elsewhere(self, subject: str, key: str) -> None:
        if subject == ROOMS and (room := self._rooms.get(RoomKey(*key.split("/")))) is not None:
            self._end(room, CloseCode.RESTARTING)

    def maintain(self) -> None:
        """Forget participants who have not come back; end rooms that are empty or unused."""
        now = self._clock()
        empty: list[ReviewRoom] = []
        for room in list(self._rooms.values()):
            room.forget_absent()
            if now - room.used_at > MAX_UNUSED:
                self._end(room, CloseCode.ROOM_ENDED)
            elif not room.clients:
                empty.append(room)
        empty.sort(key=lambda room: room.used_at)
        for number, room in enumerate(empty):
            if number < len(empty) - MAX_EMPTY or now - room.used_at > KEEP_EMPTY:
                self._end(room, CloseCode.ROOM_ENDED)

    def _end(self, room: ReviewRoom, code: CloseCode) -> None:
        del self._rooms[room.key]
        room.close(code)

    def end_of_table(self, table_id: str) -> None:
        """An operator has closed the table."""
        for room in [room for key, room in self._rooms.items() if (key.kind, key.game) == ("table", table_id)]:
            self._end(room, CloseCode.TABLE_CLOSED)

    def has_room_of_table(self, table_id: str) -> bool:
        return any((key.kind, key.game) == ("table", table_id) for key in self._rooms)

    def close_clients(self, condition: Callable[[Client], bool], code: CloseCode) -> None:
        for room in self._rooms.values():
            for client in filter(condition, room.clients):
                client.close(code)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(MAINTENANCE_INTERVAL)
            self.maintain()
