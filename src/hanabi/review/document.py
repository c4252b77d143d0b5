"""The `hanabi-review` document (docs/review.md) as dataclasses; their field names are those of the JSON.

Actions are in record notation, cards look like `r3`, seats and slots count from 0.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import msgspec

FORMAT = "hanabi-review"
VERSION = 1

Level = Literal["none", "slight", "mistake", "blunder"]
Cause = Literal["skill", "cards", "draw", "reading"]
Knowledge = Literal["code", "conventions", "forgiving", "literal"]
Winnable = Literal["yes", "no", "unknown", "not examined"]
Stage = Literal["rough", "refining", "done"]
ClueFault = Literal["given", "read", "missing"]


class ReviewError(ValueError):
    """A game that cannot be reviewed, or a document that is not a review; the text says why."""


@dataclass(frozen=True)
class Value:
    """An expected final score, its standard error, and the chance of a perfect game. `exact`: not sampled."""

    score: float
    error: float
    perfect: float
    exact: bool = False


@dataclass(frozen=True)
class JudgedMove:
    """`slot` is for plays and discards, `card` for reward choices."""

    action: str
    slot: int | None
    card: str | None
    score: float
    error: float
    perfect: float


@dataclass(frozen=True)
class CardKnowledge:
    """What the mover could know about an own card: the faces that clues and counting allow (`possible`), and those
    that the judge's conventions also allow (`believed`).

    `playable` and `critical` are the chances (by `believed`) that it is playable, and that it is a last copy.
    """

    card: str
    possible: tuple[str, ...]
    believed: tuple[str, ...]
    playable: float
    critical: float


@dataclass(frozen=True)
class Finding:
    """Something found out about a move; its kind is one of those in docs/review.md.

    `knowable`: the mover could have known it, so it is a fault; otherwise it was bad luck. `facts` are the cards,
    seats, slots and numbers in its sentence.
    """

    kind: str
    knowable: bool
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ClueCause:
    """The clue that led to a strike or a lost card: action number `index`, given by `giver` to `to`.

    `fault`: it was `given` wrongly (the conventions promised something the card was not), `read` wrongly (they promised
    nothing of the sort), or `missing`. `reading` is how the conventions read it (`play`, `save`, `finesse`, `prompt`,
    …), `promised` the faces they allowed. The reading `signal` is not a clue but a play or discard that says something
    by its place in the hand; `about` is then empty.
    """

    index: int
    giver: int
    to: int
    about: str
    fault: ClueFault
    reading: str
    promised: tuple[str, ...]


@dataclass(frozen=True)
class Turn:
    """One action of the record. `turn` is the number of finished turns before it; a reward choice has its turn's.

    `slot` and `card` are those of the card played, discarded or chosen. If the rest was `solved`, `best` and `loss`
    assume perfect play from here on. `sure`: no other line could have scored more than the one played from here
    on, whatever the mover could not see. `line` is the recommended move and what could have followed it. A turn that is
    not `judged` yet has rough values and no loss.
    """

    index: int
    turn: int
    seat: int
    action: str
    slot: int | None
    card: str | None
    judge: str
    before: Value
    after: Value
    best: tuple[JudgedMove, ...]
    loss: float
    loss_error: float
    level: Level
    skill: float
    luck_cards: float
    luck_draw: float
    luck_error: float
    reading: float
    best_score: int
    knew: tuple[CardKnowledge, ...]
    kinds: tuple[Finding, ...]
    solved: bool = False
    judged: bool = True
    sure: bool = False
    cause: ClueCause | None = None
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class Headline:
    """The one sentence about the whole game: its kind (docs/review.md has the list), and the action it is about."""

    kind: str
    index: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TurningPoint:
    """How much the curve changed at this action, and the largest cause."""

    index: int
    change: float
    cause: Cause


@dataclass(frozen=True)
class SeatTotal:
    seat: int
    moves: int
    loss: float
    skill: float
    luck: float
    levels: dict[str, int]


@dataclass(frozen=True)
class Totals:
    """`result` = `average` + `luck_deal` + `luck_cards` + `luck_draws` + `skill` + `reading`.

    `result` is the final score, or the last point of the curve if the game is not over.
    """

    average: float
    luck_deal: float
    luck_cards: float
    luck_draws: float
    skill: float
    reading: float
    result: float
    loss: float
    loss_error: float
    by_seat: tuple[SeatTotal, ...]
    by_kind: dict[str, int]


@dataclass(frozen=True)
class Judge:
    """The bot that finishes the games, and how it reads the game so far.

    `code`: by the players' own code; `conventions`: by the conventions that the players use too; `forgiving`: by its
    conventions, without plainly false beliefs; `literal`: only what the clues say. `version` is a digest of everything
    that decides the bot's moves; values by different versions are not comparable. `reading` names the conventions by
    which it read the game if they are not its own, and `right` is the share of what they said that was true.
    """

    name: str
    knowledge: Knowledge
    version: str
    reading: str = ""
    right: float | None = None

    @property
    def full_name(self) -> str:
        return f"{self.name} ({self.version})"


@dataclass(frozen=True)
class Review:
    """The review of a game. Draws its curve in a notebook.

    While it is in progress its `stage` is `rough` (a curve from few worlds, no turn judged), then `refining`.
    """

    _repr_html_: ClassVar[Callable[["Review"], str]]

    record: str
    judge: Judge
    depth: str
    seed: int
    players: tuple[str, ...]
    rules: dict[str, Any]
    max_score: int
    points: int  # on the table at the end, even of a lost game
    final: dict[str, Any] | None
    average: Value
    expected: Value
    turns: tuple[Turn, ...]
    curve: tuple[Value, ...]
    turning_points: tuple[TurningPoint, ...]
    totals: Totals
    winnable: Winnable = "not examined"
    stage: Stage = "done"
    headline: Headline | None = None
    format: str = FORMAT
    version: int = VERSION

    def to_dict(self) -> dict[str, Any]:
        document: dict[str, Any] = msgspec.to_builtins(self)
        return {"format": document.pop("format"), "version": document.pop("version"), **document}

    def dumps(self) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False)


def parse_review(text: str | bytes) -> Review:
    """Parse a review; other formats and versions are refused."""
    try:
        review = msgspec.json.decode(text, type=Review)
    except msgspec.DecodeError as error:
        raise ReviewError(f"is not a review: {error}") from error
    if (review.format, review.version) != (FORMAT, VERSION):
        raise ReviewError(f"is {review.format!r} version {review.version}; this program reads {FORMAT!r} {VERSION}")
    return review
