"""Bodies of the HTTP API about finished games: trying them differently, comparing, opening, reviewing."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from hanabi.tables.commands import ActionCount, BotName, Choice, PlayerName
from hanabi.tables.finished.archive import GameResult
from hanabi.tables.finished.studies import ActionText, Lines, StudyTitle, Variation
from hanabi.tables.options import SeatNumber

Id = Annotated[str, Meta(min_length=8, max_length=32)]
StudyToken = Annotated[str, Meta(min_length=8, max_length=100)]
LineNumber = Annotated[int, Meta(ge=0, le=999)]
Revision = Annotated[int, Meta(ge=0, lt=2**31)]


class GameOf(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game: that of a table, or a line of a study."""

    table: Id | None = None
    study: Id | None = None
    line: LineNumber = 0


class PositionRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """`actions` that follow the first `after` actions of the game, and then a `choice` from what is legal there."""

    of: GameOf
    after: ActionCount = 0
    actions: Annotated[list[ActionText], Meta(max_length=200)] = field(default_factory=list)
    choice: Choice | None = None


class Frame(Struct, frozen=True):
    """What happened, and the view after it."""

    events: list[dict[str, Any]]
    view: dict[str, Any]


class Positioned(Struct, frozen=True):
    """`action` is the choice as the record writes it. The view shows all hands, and what the player on turn may do."""

    action: str | None
    frame: Frame


class NewStudy(Struct, frozen=True, forbid_unknown_fields=True):
    of: GameOf
    title: StudyTitle = ""
    lines: Lines = field(default_factory=list)


class OpenGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game record, hanab.live's JSON, its link or its seed."""

    text: Annotated[str, Meta(min_length=1, max_length=60_000)]
    title: StudyTitle = ""


class StudyMade(Struct, frozen=True):
    """Whoever has the token may change the study: `/study/{study}#{token}`."""

    study: str
    token: str


class StudyShown(Struct, frozen=True):
    """`table` is where the game was played, if it was here; `yours`: this browser or account may change it."""

    study: str
    title: str
    players: list[str]
    rules: dict[str, Any]
    actions: list[str]
    lines: list[Variation]
    revision: int
    updated_at: float
    table: str | None
    yours: bool


class StudyChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Made upon `revision`; `token` unless the study is this browser's own."""

    revision: Revision
    title: StudyTitle = ""
    lines: Lines = field(default_factory=list)
    token: StudyToken | None = None


class StudyKept(Struct, frozen=True):
    revision: int


class Exported(Struct, frozen=True):
    """`text` is a file to keep or a link; `remarks` say what is lost or lies otherwise there."""

    text: str
    remarks: list[str]


class OthersOnDeal(Struct, frozen=True):
    """`counted`: this game is among them; one that went on from another is not."""

    games: list[GameResult]
    counted: bool


class DailyDeal(Struct, frozen=True):
    """`table` is one's own, running or finished."""

    players: int
    table: str | None
    finished: bool
    games: int


class Daily(Struct, frozen=True):
    day: str
    ends_at: float
    deals: list[DailyDeal]


class PlayDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down at today's deal; `bots` fill the other seats and the game begins, without them it waits for friends."""

    players: Annotated[int, Meta(ge=2, le=5)]
    name: PlayerName = "Player"
    at: SeatNumber = 0
    bot: BotName | None = None


class DailyResults(Struct, frozen=True):
    """`open`: the cards may be looked at. While they may not, only scores are shown and no game is linked."""

    day: str
    players: int
    open: bool
    games: list[GameResult]


class MovesInWords(Struct, frozen=True):
    """The move that was made and the best ones, in the order of the review."""

    made: str
    best: list[str]


class ReviewShown(Struct, frozen=True):
    """`progress` from 0 to 1; `ahead` is how many wait before it.

    Once it is done there are the review (docs/review.md), its sentences and its moves in the language
    asked for.
    """

    state: Literal["none", "waiting", "running", "done", "failed"]
    progress: float = 0.0
    ahead: int = 0
    review: dict[str, Any] | None = None
    sentences: dict[str, Any] | None = None
    moves: list[MovesInWords] | None = None
    reason: str | None = None


class ExplanationBody(Struct, frozen=True):
    """A sentence of that seat: its bot's reason for a move, or what it reads in a clue."""

    seat: SeatNumber
    sentence: str


class ExplanationsBody(Struct, frozen=True):
    """For each action what its maker's bot and its hearers say."""

    actions: list[list[ExplanationBody]]
