"""What a client in a review room is sent."""

from msgspec import Struct

from hanabi.server.wire.messages import Ack, ErrorMessage, Pong
from hanabi.server.wire.room_commands import RoomPosition, Spot


class SeenParticipant(Struct, frozen=True):
    """`seat` is where they sat at the game's table; whose connection is lost is not `here`, and may come back."""

    id: int
    name: str
    color: int
    seat: int | None
    following: bool
    here: bool


class SeenMark(Struct, frozen=True):
    """A circle around `spot`, or an arrow from there `to` another one."""

    by: int
    spot: Spot
    to: Spot | None


class SharedRoom(Struct, frozen=True, tag="room"):
    """What is the same for all in a room."""

    n: int
    leader: int | None
    position: RoomPosition | None
    participants: list[SeenParticipant]
    marks: list[SeenMark]


class RoomMessage(SharedRoom, frozen=True, tag="room"):
    """The whole room. `n` counts the positions shown; `position` is null before the first.

    `talks`: the game's table has allowed this participant to talk.
    """

    talks: bool
    you: int


class RoomRemark(Struct, frozen=True):
    """`by` is a participant, who may have left."""

    at: float
    by: int
    name: str
    text: str


class RoomChat(Struct, frozen=True, tag="remarks"):
    """All that was said in the room lately, or what follows it (`more`). It is not stored."""

    remarks: list[RoomRemark]
    more: bool


AnyRoomMessage = RoomMessage | RoomChat | Ack | ErrorMessage | Pong
