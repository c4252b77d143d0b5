"""Bodies of the HTTP API."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from hanabi.tables.commands import ActionCount, BotName, PlayerName
from hanabi.tables.options import Options, SeatNumber

Token = Annotated[str, Meta(min_length=8, max_length=100)]
TableId = Annotated[str, Meta(min_length=8, max_length=32)]


class Branching(Struct, frozen=True, forbid_unknown_fields=True):
    """Go on with a finished game, of a table or a study, after so many of its actions; it brings its own options.

    `cards`: the same, or all that whoever sits down cannot know dealt `anew`.
    """

    table: TableId | None = None
    actions: ActionCount = 0
    study: TableId | None = None
    line: Annotated[int, Meta(ge=0, le=999)] = 0
    cards: Literal["same", "anew"] = "same"


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table and, unless `seat` is false, sit down, in place `at`. `bots` fill the other seats; `start` deals."""

    options: Options = Options()
    name: PlayerName = "Player"
    seat: bool = True
    at: SeatNumber = 0
    bots: Annotated[list[BotName], Meta(max_length=5)] = field(default_factory=list)
    start: bool = False
    branch: Branching | None = None


class TableOpened(Struct, frozen=True):
    """`token` is the bearer of the seat (without a seat, of the host)."""

    table: str
    seat: int | None
    token: str
    link: str


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    name: PlayerName = "Player"
    seat: SeatNumber | None = None


class SatDown(Struct, frozen=True):
    seat: int
    token: str


class SeatLink(Struct, frozen=True):
    """Opens the table on another device; whoever has it can play this seat."""

    link: str


class ClaimSeat(Struct, frozen=True, forbid_unknown_fields=True):
    token: Token


class SeatClaimed(Struct, frozen=True):
    seat: int


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=24)]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class AccountName(Struct, frozen=True):
    name: str


class Refusal(Struct, frozen=True):
    code: str
    values: dict[str, Any]


class SummarySeat(Struct, frozen=True):
    name: str | None
    kind: Literal["empty", "human", "bot"]


class Summary(Struct, frozen=True):
    id: str
    title: str
    phase: Literal["setup", "playing", "over"]
    created_at: float
    updated_at: float
    players: int
    seats: list[SummarySeat]
    rules: dict[str, Any]
    by_the_book: bool
    communication: str
    clock: dict[str, Any]
    spectators: str
    over: dict[str, Any] | None
    player: int | None = None
    daily: str | None = None


class Summaries(Struct, frozen=True):
    tables: list[Summary]


class MySeat(Struct, frozen=True):
    seat: int
    your_turn: bool
    table: Summary


class Me(Struct, frozen=True):
    account: str | None
    seats: list[MySeat]


class Statistic(Struct, frozen=True):
    edition: str | None
    players: int
    outcome: str
    games: int
    mean_score: float
    best_score: int


class SiteStatistics(Struct, frozen=True):
    games: list[Statistic]


class EditionInfo(Struct, frozen=True):
    """`title` and `text` by language."""

    code: str
    language: str
    title: dict[str, str]
    text: dict[str, str]
    switches: dict[str, Any]
    offers: list[dict[str, Any]]


class Offer(Struct, frozen=True):
    """Everything a set-up page needs."""

    editions: list[EditionInfo]
    switches: dict[str, Any]
    choices: dict[str, list[Any]]
    bots: list[str]
    phrases: list[str]
    languages: list[str]


class Replay(Struct, frozen=True):
    """`frames`: the deal, then one for each of the record's `actions`."""

    players: list[str]
    rules: dict[str, Any]
    actions: list[str]
    frames: list[dict[str, Any]]


class RulebookSection(Struct, frozen=True):
    """`rows` is a small table; under the ratings its first row is the heading."""

    name: str
    title: str
    paragraphs: list[str]
    rows: list[tuple[str, str]]


class Rulebook(Struct, frozen=True):
    """The rules of one game, and the variants its book offers besides."""

    sections: list[RulebookSection]
    variants: list[RulebookSection]


class Health(Struct, frozen=True):
    ok: bool
    version: str
    store: str
    tables: int
    sockets: int
