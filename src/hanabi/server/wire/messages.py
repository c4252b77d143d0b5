"""Messages to clients. A state message is complete, never a difference; `events` led to it."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from hanabi.rules import Suit
from hanabi.rules.event_documents import Word
from hanabi.server.tables import AnyEvent, Options

Mark = Annotated[Literal["playable", "critical", "useless"], Meta(title="Mark")]
Masks = Annotated[
    list[int],
    Meta(title="Masks", description="One number per suit in the order of `suits`; bit r−1 stands for rank r."),
]


class SeenCard(Struct, frozen=True):
    """A card in a hand, with its draw number. `card` is null if the viewer may not see it.

    `clued` are the clues that touched it. `open` are the faces that the clues leave open; `possible` are those that
    remain after counting cards: for the viewer's own cards all visible ones, for others only those on the table.
    Both are one 5-bit mask of ranks (bit 0 = rank 1) per suit, in the order of `suits`.
    A card that a taken-back action had shown stays visible to its owner.
    """

    draw: int = field(name="drawn")
    card: str | None
    clued: list[Word]
    open: Masks
    possible: Masks
    marks: list[Mark]


class SeenHand(Struct, frozen=True):
    """`order` are the slots in the order that the owner has chosen; slot 0 is the oldest card."""

    seat: int
    order: list[int]
    cards: list[SeenCard]


class SeenFirework(Struct, frozen=True):
    """`top` is the top rank, null if empty; `reachable` is the number of cards it can still reach."""

    count: int
    top: int | None
    reachable: int


class SeenDiscard(Struct, frozen=True):
    """`id` is the draw number of the card."""

    draw: int = field(name="id")
    card: str


class LegalPlay(Struct, frozen=True, tag="play"):
    """`announce` is the suit to name before the card is shown, if the rules allow it."""

    slot: int
    announce: Suit | UnsetType = UNSET


class LegalDiscard(Struct, frozen=True, tag="discard"):
    slot: int


class LegalClue(Struct, frozen=True, tag="clue"):
    """`slots` are the touched cards."""

    to: int
    about: Word
    slots: list[int]


class LegalReshuffle(Struct, frozen=True, tag="reshuffle"):
    """`card_id` is an `id` of the discard pile."""

    draw: int = field(name="card_id")
    card: str


class LegalRescue(Struct, frozen=True, tag="rescue"):
    draw: int = field(name="card_id")
    card: str


LegalAction = LegalPlay | LegalDiscard | LegalClue | LegalReshuffle | LegalRescue


class SeenOutcome(Struct, frozen=True):
    """`verdict`: the rating of the score in the edition; `commended`: the team may add a commendation."""

    outcome: Literal["won", "finished", "lost"]
    reason: Literal["complete", "deck", "strikes", "indispensable", "stuck"]
    score: int
    rating: str | None
    verdict: str | None
    commended: bool


class SeenGame(Struct, frozen=True):
    """What one seat (or a spectator: `seat` is null) may know about the game.

    `touches` are the faces that each color or rank touches; `playable`, `critical` and `useless` are faces judged by
    the cards on the table. All are masks like those of a card. `copies` has the number of cards of each rank, per suit.
    After the game a seat sees its own cards too.
    """

    seat: int | None
    turn: int
    actions: int
    player: int | None
    pending: str | None
    clue_tokens: int
    clue_tokens_max: int
    strikes: int
    strikes_max: int
    deck: int
    turns_left: int | None
    score: int
    best_score: int
    max_score: int
    suits: list[Suit]
    colors: list[Suit]
    ranks: list[int]
    touches: dict[str, Masks]
    copies: list[list[int]]
    fireworks: dict[str, SeenFirework]
    discards: list[SeenDiscard]
    lost: list[str]
    playable: Masks
    critical: Masks
    useless: Masks
    tiles_turned: list[str]
    over: SeenOutcome | None
    hands: list[SeenHand]
    legal: list[LegalAction]
    refused: dict[str, str]


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


class SeenClock(Struct, frozen=True):
    """`since`: the start of the turn; `left`: the seconds of each seat at that time, null without a clock."""

    since: float | None
    left: list[float] | None


class Fairness(Struct, frozen=True):
    """Shown after the game: the inputs of the commitment (docs/protocol.md)."""

    seed: str
    salt: str


class SeenTable(Struct, frozen=True):
    """`seeded`: the host chose the seed, which `options` reveals after the game; `casual`: a move was taken back.

    `daily`: the day of a daily deal. A game with a given deck has no `commitment`.
    """

    id: str
    phase: Literal["setup", "playing", "over", "closed"]
    options: Options
    seeded: bool
    rules: dict[str, str | int | bool | None]
    by_the_book: bool
    offered_by: list[str]
    seats: list[SeenSeat]
    first: int | None
    take_back: SeenTakeBack | None
    takeover: SeenTakeover | None
    clock: SeenClock
    commitment: str | None
    fairness: Fairness | None
    notes: list[dict[str, str]] | None
    rematch: str | None
    daily: str | None
    casual: bool


class You(Struct, frozen=True):
    """`notes` of this player, by `drawn` number."""

    seat: int | None
    host: bool
    notes: dict[str, str]


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
