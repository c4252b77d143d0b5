"""A view as JSON has it (docs/protocol.md). `ViewSnapshot` fills these Structs, and msgspec encodes them."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from hanabi.rules.cards import Suit
from hanabi.rules.event_documents import Word

# A seat, None for a spectator who sees no hands, or "open" for a viewer who sees all hands.
Viewer = int | Literal["open"] | None
Mark = Annotated[Literal["playable", "critical", "useless"], Meta(title="Mark")]
Masks = Annotated[
    list[int],
    Meta(title="Masks", description="One number per suit in the order of `suits`; bit r−1 stands for rank r."),
]


class SeenCard(Struct, frozen=True, gc=False):
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


class SeenHand(Struct, frozen=True, gc=False):
    """`order` are the slots in the order that the owner has chosen; slot 0 is the oldest card."""

    seat: int
    order: list[int]
    cards: list[SeenCard]


class SeenFirework(Struct, frozen=True, gc=False):
    """`top` is the top rank, null if empty; `reachable` is the number of cards it can still reach."""

    count: int
    top: int | None
    reachable: int


class SeenDiscard(Struct, frozen=True, gc=False):
    """`id` is the draw number of the card."""

    draw: int = field(name="id")
    card: str


class LegalPlay(Struct, frozen=True, gc=False, tag="play"):
    """`announce` is the suit to name before the card is shown, if the rules allow it."""

    slot: int
    announce: Suit | UnsetType = UNSET


class LegalDiscard(Struct, frozen=True, gc=False, tag="discard"):
    slot: int


class LegalClue(Struct, frozen=True, gc=False, tag="clue"):
    """`slots` are the touched cards."""

    to: int
    about: Word
    slots: list[int]


class LegalReshuffle(Struct, frozen=True, gc=False, tag="reshuffle"):
    """`card_id` is an `id` of the discard pile."""

    draw: int = field(name="card_id")
    card: str


class LegalRescue(Struct, frozen=True, gc=False, tag="rescue"):
    draw: int = field(name="card_id")
    card: str


LegalAction = LegalPlay | LegalDiscard | LegalClue | LegalReshuffle | LegalRescue


class SeenOutcome(Struct, frozen=True, gc=False):
    """`verdict`: the rating of the score in the edition; `commended`: the team may add a commendation."""

    outcome: Literal["won", "finished", "lost"]
    reason: Literal["complete", "deck", "strikes", "indispensable", "stuck", "agreement"]
    score: int
    rating: str | None
    verdict: str | None
    commended: bool


class SeenGame(Struct, frozen=True, gc=False):
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
