"""Commands and messages of review rooms, where several people look at one finished game together."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from hanabi.rules import Suit
from hanabi.server.tables import ActionCount, ActionText, BaseCommand, DrawNumber, Ping, SeatNumber
from hanabi.server.tables.features import seating, talk
from hanabi.server.wire.messages import Ack, ErrorMessage, Pong

# Actions per variation: every follower requests each of its positions.
MAX_TRIED = 60
# The number of a participant or a position.
RoomNumber = Annotated[int, Meta(ge=0, le=999_999_999)]


class RoomPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a game: after `turn` actions of the variation that adds `actions` to the first `after` actions of the
    game. No `actions` means the game itself. `seat` is the point of view, null for all hands.
    """

    turn: ActionCount
    after: ActionCount = 0
    actions: Annotated[list[ActionText], Meta(max_length=MAX_TRIED)] = field(default_factory=list)
    seat: SeatNumber | None = None


class CardSpot(Struct, frozen=True, forbid_unknown_fields=True, tag="card"):
    """A card in a hand or in the discard pile, by its `drawn` number."""

    draw: DrawNumber = field(name="drawn")


class FireworkSpot(Struct, frozen=True, forbid_unknown_fields=True, tag="firework"):
    suit: Suit


Spot = CardSpot | FireworkSpot


class ShowPosition(BaseCommand, frozen=True, tag="show"):
    """Leader: show this position to all followers. It erases all marks."""

    position: RoomPosition


class Lead(BaseCommand, frozen=True, tag="lead"):
    """Take the lead; the leader can hand it `to` someone else."""

    to: RoomNumber | None = None


class Follow(BaseCommand, frozen=True, tag="follow"):
    """Follow the leader, or look around alone."""

    following: bool


class DrawMark(BaseCommand, frozen=True, tag="mark"):
    """Draw a circle around a spot, or an arrow from one spot `to` another; without `on`, erase it.

    `upon` is the `n` of the room on which it is drawn; any other number is stale.
    """

    upon: RoomNumber
    spot: Spot
    to: Spot | None = None
    on: bool = True


class ClearMarks(BaseCommand, frozen=True, tag="clear"):
    """Erase your own marks; the leader can erase `all`."""

    whose: Literal["own", "all"] = "own"


AnyRoomCommand = ShowPosition | Lead | Follow | DrawMark | ClearMarks | seating.Rename | talk.Chat | Ping


class SeenParticipant(Struct, frozen=True):
    """`seat`: at the table of the game. A participant who is not `here` has lost the connection and may come back."""

    id: int
    name: str
    color: int
    seat: int | None
    following: bool
    here: bool


class SeenMark(Struct, frozen=True):
    """A circle around `spot`, or an arrow from it `to` another one."""

    by: int
    spot: Spot
    to: Spot | None


class SharedRoom(Struct, frozen=True, tag="room"):
    """The part that is the same for all participants."""

    n: int
    leader: int | None
    position: RoomPosition | None
    participants: list[SeenParticipant]
    marks: list[SeenMark]


class RoomMessage(SharedRoom, frozen=True, tag="room"):
    """The whole room. `n` counts the positions shown; `position` is null before the first one.

    `talks`: the table of the game allowed this participant to chat.
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
    """The recent chat of the room, or an addition to it (`more`). It is not stored."""

    remarks: list[RoomRemark]
    more: bool


AnyRoomMessage = RoomMessage | RoomChat | Ack | ErrorMessage | Pong
