"""Messages to clients. A state message is complete, never a difference; `events` led to it."""

from typing import Any, Literal

from msgspec import Struct

from hanabi.rules.view_documents import SeenGame
from hanabi.server.tables import AnyEvent, Deal, Options, Phase


class Frame(Struct, frozen=True):
    """One step of a game: the events of an action, and the view after them."""

    events: list[AnyEvent]
    view: SeenGame


class SeenSeat(Struct, frozen=True):
    """`away`: the player stood up or ran out of time; `online`: connected to any server process."""

    seat: int
    kind: Literal["empty", "human", "bot"]
    name: str | None
    bot: str | None
    host: bool
    away: bool
    online: bool


class SeenTakeBack(Struct, frozen=True):
    by: int
    actions: int
    agreed: list[int]
    waiting: list[int]


class SeenTakeover(Struct, frozen=True):
    seat: int
    bot: str
    agreed: list[int]
    waiting: list[int]


class SeenEnding(Struct, frozen=True):
    """A request to end the game now, until everybody in `waiting` has answered."""

    by: int
    agreed: list[int]
    waiting: list[int]


class SeenClock(Struct, frozen=True):
    """`since`: the start of the turn; `left`: the seconds of each seat at that time, null without a clock."""

    since: float | None
    left: list[float] | None


class SeenTable(Struct, frozen=True):
    """`options` have the `seed` of a coded deal only after the game. `casual`: a move was taken back.

    `daily`: the day of a daily deal. `contest`: the event, if it is one of its games. `watching` counts the spectators,
    `viewers` names some who are signed in.
    """

    id: str
    phase: Phase
    options: Options
    rules: dict[str, str | int | bool | None]
    by_the_book: bool
    printed_apart: bool
    offered_by: list[str]
    seats: list[SeenSeat]
    first: int | None
    take_back: SeenTakeBack | None
    takeover: SeenTakeover | None
    ending: SeenEnding | None
    clock: SeenClock
    deal: Deal
    notes: list[dict[str, str]] | None
    rematch: str | None
    daily: str | None
    contest: str | None
    casual: bool
    watching: int
    viewers: list[str]


class You(Struct, frozen=True):
    """`notes` of this player, by `drawn` number. `seats`: all that are played on this device."""

    seat: int | None
    host: bool
    notes: dict[str, str]
    seats: list[int]


class StateMessage(Struct, frozen=True, tag="state"):
    """`n` counts the events of the table; `events` are those after the client's `since`, as this seat saw them."""

    n: int
    events: list[AnyEvent]
    table: SeenTable
    you: You
    view: SeenGame | None
    time: float


class Ack(Struct, frozen=True, tag="ack"):
    """The command is stored as event `n`; a repeated `id` gets the same `n`."""

    id: str
    n: int


class ErrorMessage(Struct, frozen=True, tag="error"):
    """`code` has a sentence in the catalogs (`illegal.*` for moves, `table.refused.*` for the rest)."""

    id: str | None
    code: str
    values: dict[str, Any]


class SpectatorRemark(Struct, frozen=True):
    at: float
    name: str
    text: str


class SpectatorChat(Struct, frozen=True, tag="spectators"):
    """The recent chat of spectators, or an addition to it (`more`). During the game players get it only if the table
    shares it.
    """

    chat: list[SpectatorRemark]
    more: bool


class Pong(Struct, frozen=True, tag="pong"):
    id: str
    time: float


AnyMessage = StateMessage | Ack | ErrorMessage | SpectatorChat | Pong
