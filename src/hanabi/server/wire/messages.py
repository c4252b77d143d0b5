"""The messages of the server. A state message is complete, never a difference; `events` are what led to it."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from hanabi.rules.cards import Suit
from hanabi.server.tables.options import Options
from hanabi.server.wire.events import AnySeenEvent, Word

Mark = Annotated[Literal["playable", "critical", "useless"], Meta(title="Mark")]
Masks = Annotated[
    list[int],
    Meta(title="Masks", description="One number for each suit in the order of `suits`; bit r−1 stands for rank r."),
]


class SeenCard(Struct, frozen=True):
    """A card in a hand. `card` is null where the viewer may not see it.

    `clued` are the clues that pointed at it; `open` the faces all clues leave open, `possible` those left when cards
    are counted: for the viewer's own card everything the viewer sees, for any other only what lies on the table.
    Both are one 5-bit mask of ranks (bit 0 = rank 1) a suit, in the order of `suits`.
    A card that a taken-back action had shown stays visible to its owner.
    """

    drawn: int
    card: str | None
    clued: list[Word]
    open: Masks
    possible: Masks
    marks: list[Mark]


class SeenHand(Struct, frozen=True):
    """`order` are the slots as the owner has arranged them; slots count from the oldest card."""

    seat: int
    order: list[int]
    cards: list[SeenCard]


class SeenFirework(Struct, frozen=True):
    """`top` is the rank shown, null when empty; `reachable` how many cards it can still get to."""

    count: int
    top: int | None
    reachable: int


class SeenDiscard(Struct, frozen=True):
    """`id` is the number under which the card was drawn."""

    id: int
    card: str


class LegalPlay(Struct, frozen=True, tag="play"):
    """`announce` is the suit to name before the card is shown, where the rules allow that."""

    slot: int
    announce: Suit | UnsetType = UNSET


class LegalDiscard(Struct, frozen=True, tag="discard"):
    slot: int


class LegalClue(Struct, frozen=True, tag="clue"):
    """`slots` are the cards that the clue points at."""

    to: int
    about: Word
    slots: list[int]


class LegalReshuffle(Struct, frozen=True, tag="reshuffle"):
    """`card_id` is an `id` of the discard pile."""

    card_id: int
    card: str


class LegalRescue(Struct, frozen=True, tag="rescue"):
    card_id: int
    card: str


LegalAction = LegalPlay | LegalDiscard | LegalClue | LegalReshuffle | LegalRescue


class SeenOutcome(Struct, frozen=True):
    """`verdict`: the rating that the edition shows for it; `commended`: the team may add a commendation to it."""

    outcome: Literal["won", "finished", "lost"]
    reason: Literal["complete", "deck", "strikes", "indispensable", "stuck"]
    score: int
    rating: str | None
    verdict: str | None
    commended: bool


class SeenGame(Struct, frozen=True):
    """What one seat (or a spectator: `seat` null) may know of the game.

    `touches` are the faces each color or rank points at; `playable`, `critical` and `useless` those faces by what lies
    on the table. They are masks like a card's. `copies` says for each suit how many cards of each rank there are. When
    the game is over a seat sees its own cards too.
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


class SeenSeat(Struct, frozen=True):
    """`away`: the player stood up during the game or let the clock run out; `online`: connected to any server."""

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
    """`since`: when the turn began; `left`: seconds each seat had then, null without a clock."""

    since: float | None
    left: list[float] | None


class Fairness(Struct, frozen=True):
    """Shown when the game is over: what the commitment was made of (docs/protocol.md)."""

    seed: str
    salt: str


class SeenTable(Struct, frozen=True):
    """`seeded`: the host chose the seed, which `options` shows only at the end; `casual`: something was taken back.

    `daily`: the day whose deal for everybody this is. A game that goes on with a given deck has no `commitment`.
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
    """`notes` are this player's own, by `drawn` number."""

    seat: int | None
    host: bool
    notes: dict[str, str]


class StateMessage(Struct, frozen=True, tag="state"):
    """`n` counts the table's events; `events` are those above the client's `since`, as this seat saw them."""

    n: int
    events: list[AnySeenEvent]
    table: SeenTable
    you: You
    view: SeenGame | None
    time: float


class Ack(Struct, frozen=True, tag="ack"):
    """The command is stored as event `n` (or was before, when the id is known)."""

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
    """All that spectators said lately, or what follows it (`more`). Players get it while they play only where the table
    shares it.
    """

    chat: list[SpectatorRemark]
    more: bool


class Pong(Struct, frozen=True, tag="pong"):
    id: str
    time: float


AnyMessage = StateMessage | Ack | ErrorMessage | SpectatorChat | Pong
