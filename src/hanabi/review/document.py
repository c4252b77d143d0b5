"""The `hanabi-review` document (docs/review.md) as dataclasses; their field names are those of the JSON.

Actions are written as the record writes them, cards as `r3`, seats and slots as numbers from 0.
"""

import json
from dataclasses import dataclass, field
from typing import Any, Literal

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
    """A game that cannot be reviewed, or a document that is no review; the text says why."""


@dataclass(frozen=True)
class Value:
    """An expected final score, its standard error, and the chance of a perfect game. `exact`: nothing was sampled."""

    score: float
    error: float
    perfect: float
    exact: bool = False


@dataclass(frozen=True)
class JudgedMove:
    """`slot` of a card played or discarded; `card` of a reward choice."""

    action: str
    slot: int | None
    card: str | None
    score: float
    error: float
    perfect: float


@dataclass(frozen=True)
class CardKnowledge:
    """What the mover could know of an own card: the faces left by clues and counting (`possible`), and those also left
    by the judge's conventions (`believed`).

    `playable` and `critical` are the chances (by `believed`) that it is playable, and that it is a last copy.
    """

    card: str
    possible: tuple[str, ...]
    believed: tuple[str, ...]
    playable: float
    critical: float


@dataclass(frozen=True)
class MoveKind:
    """One classification of a move (docs/review.md has the list).

    `knowable`: the mover could have known it, so it counts as a fault; otherwise it was bad luck.
    `facts` are cards, seats, slots and numbers by name, for sentences in any language.
    """

    kind: str
    knowable: bool
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ClueCause:
    """The clue that led to a strike or a lost card: action number `index`, given by `giver` to `to`.

    `fault`: it was `given` wrongly, as by the conventions it promised what the card was not; or it was `read` wrongly,
    as by the conventions it promised nothing of the kind. `reading` is how the conventions read it (`play`, `save`,
    `finesse`, `prompt`, …), `promised` the faces they left of the card. With the reading `signal` it was no clue but a
    play or discard that says something by its place in the hand, and `about` is empty.
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
    """One action of the record. `turn` is the number of finished turns before it: a reward choice shares its turn's.

    `slot` and `card` are those of the card played, discarded or chosen. Where the rest was `solved`, `best` and `loss`
    are those of a team that plays perfectly from here on. `sure`: the line that was played from here on scored as much
    as any other, whatever the mover could not see. `line` is the recommended move and what could have followed it.
    A turn that is not `judged` yet has rough values, and no loss.
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
    kinds: tuple[MoveKind, ...]
    solved: bool = False
    judged: bool = True
    sure: bool = False
    cause: ClueCause | None = None
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class Headline:
    """What the one sentence about the whole game says (docs/review.md has the kinds), and of which action."""

    kind: str
    index: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TurningPoint:
    """The change of the curve from before this action to after it, and its largest cause."""

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

    `result` is the final score, or the last point of the curve where the game is not over.
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
    """The bot that finishes the games, and what it knows from the game so far.

    `code`: all that the players' own code said; `conventions`: clues as the players, who use the same conventions, read
    them; `forgiving`: clues by its conventions, without the beliefs that are plainly false; `literal`: only what the
    clues say. `version` is a digest of what decides the bot's moves; empty in reviews of before it was kept. Values by
    different versions are not comparable. `reading` names the conventions by which it read the game, where they are not
    its own, and `right` the share of what they said that was true.
    """

    name: str
    knowledge: Knowledge
    version: str = ""
    reading: str = ""
    right: float | None = None

    @property
    def full_name(self) -> str:
        return f"{self.name} ({self.version})" if self.version else self.name


@dataclass(frozen=True)
class Review:
    """The review of a game. Draws its curve in a notebook.

    While it is being made its `stage` is `rough` (a curve from few worlds, no turn judged), then `refining`.
    """

    record: str
    judge: Judge
    depth: str
    seed: int
    players: tuple[str, ...]
    rules: dict[str, Any]
    max_score: int
    points: int  # on the table at the end, also of a lost game
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

    def _repr_html_(self) -> str:
        from hanabi.review.report.curve import as_svg

        return as_svg(self)


def parse_review(text: str | bytes) -> Review:
    """A review from its JSON; another format or version is refused."""
    try:
        review = msgspec.json.decode(text, type=Review)
    except msgspec.DecodeError as error:
        raise ReviewError(f"is not a review: {error}") from error
    if (review.format, review.version) != (FORMAT, VERSION):
        raise ReviewError(f"is {review.format!r} version {review.version}; this program reads {FORMAT!r} {VERSION}")
    return review
