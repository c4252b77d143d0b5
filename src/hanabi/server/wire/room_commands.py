"""The commands of a client in a review room, where several people look at one finished game together."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from hanabi.rules.cards import Suit
from hanabi.server.tables.commands import ActionCount, ActionText, Chat, Command, Drawn, Ping, Rename
from hanabi.server.tables.options import SeatNumber

# Actions of a variation that a room shows: everybody who follows asks for each of its positions.
MAX_TRIED = 60
# Participants and positions of a room are counted.
RoomNumber = Annotated[int, Meta(ge=0, le=999_999_999)]


class RoomPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a game: the variation that follows its first `after` actions with `actions`, none for the game itself.

    `turn` actions of that are done. `seat` is through whose eyes the cards are seen, null for all hands.
    """

    turn: ActionCount
    after: ActionCount = 0
    actions: Annotated[list[ActionText], Meta(max_length=MAX_TRIED)] = field(default_factory=list)
    seat: SeatNumber | None = None


class CardSpot(Struct, frozen=True, forbid_unknown_fields=True, tag="card"):
    """A card in a hand or in the discard pile, by its `drawn` number."""

    drawn: Drawn


class FireworkSpot(Struct, frozen=True, forbid_unknown_fields=True, tag="firework"):
    suit: Suit


Spot = CardSpot | FireworkSpot


class ShowPosition(Command, frozen=True, tag="show"):
    """Who leads: everybody who follows sees this position now. What was drawn is gone."""

    position: RoomPosition


class Lead(Command, frozen=True, tag="lead"):
    """Take the lead; or, who has it, hand it `to` somebody else."""

    to: RoomNumber | None = None


class Follow(Command, frozen=True, tag="follow"):
    """Whether one looks at what the leader shows, or alone."""

    following: bool


class DrawMark(Command, frozen=True, tag="mark"):
    """A circle around a spot, or an arrow from one `to` another; without `on` it is taken away.

    `upon` is the room's `n` at which it was drawn; another number is stale.
    """

    upon: RoomNumber
    spot: Spot
    to: Spot | None = None
    on: bool = True


class ClearMarks(Command, frozen=True, tag="clear"):
    """Take one's own marks away, or `all`, who leads."""

    whose: Literal["own", "all"] = "own"


AnyRoomCommand = ShowPosition | Lead | Follow | DrawMark | ClearMarks | Rename | Chat | Ping
