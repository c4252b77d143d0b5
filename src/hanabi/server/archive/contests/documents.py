"""Events as clients announce and see them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hanabi.server.tables import Options

Format = Literal["challenge", "gauntlet", "ladder"]
# Who may enter: with any browser, only with an account, or only members of the club.
Entry = Literal["anyone", "accounts", "club"]


class Announcement(Struct, frozen=True, forbid_unknown_fields=True):
    """A new event. `options` are those of its tables: edition and switches, seats, clock, aids. `gauntlet`: a team
    plays until its first game below the full score. `ladder`: a season in which teams play as many of the deals as they
    like; the next season follows. `listed`: everybody finds it; otherwise only those who have the link. `entry`: who
    may enter. `club`: the club that holds it. `bots` may take empty seats and play for somebody who is gone. `drawn`:
    the server makes the teams."""

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    deals: Annotated[int, Meta(ge=1, le=50)]
    starts_at: Annotated[float, Meta(ge=0, le=1e11)]
    ends_at: Annotated[float, Meta(ge=0, le=1e11)]
    text: Annotated[str, Meta(max_length=2000)] = ""
    format: Format = "challenge"
    options: Options = Options()
    entry: Entry = "anyone"
    club: Annotated[str, Meta(max_length=32)] | None = None
    listed: bool = True
    bots: bool = False
    drawn: bool = False


class ContestSummary(Struct, frozen=True):
    """An event in a list. `entered`: you have."""

    id: str
    title: str
    format: Format
    players: int
    deals: int
    starts_at: float
    ends_at: float
    teams: int
    entered: bool


class OwnDeal(Struct, frozen=True):
    """A deal that your team has opened. Without a `score` the game is not over; `share` is of the matchpoints."""

    deal: int
    table: str
    score: int | None
    share: float | None


class OwnTeam(Struct, frozen=True):
    """`number`: null until the server has drawn the teams. `code`: with it others join. `next`: the deal that you can
    open now or are playing; null if there is none."""

    number: int | None
    name: str
    code: str | None
    people: list[str]
    deals: list[OwnDeal]
    next: int | None
    rank: int | None
    total: float | None


class ContestDetails(Struct, frozen=True):
    """`commitment`: to the secret of all deals. `secret`: after the end. `season`: of a ladder, whose `next_season` is
    there after the end."""

    id: str
    title: str
    text: str
    format: Format
    options: Options
    deals: int
    starts_at: float
    ends_at: float
    now: float
    season: int
    next_season: str | None
    entry: Entry
    club: str | None
    listed: bool
    bots: bool
    drawn: bool
    teams: int
    max_score: int
    commitment: str
    secret: str | None
    organizer: bool
    own: OwnTeam | None


class StandingRow(Struct, frozen=True):
    """`scores` and `shares` by deal: null if hidden or not played."""

    rank: int
    team: int
    name: str
    people: list[str]
    total: float
    score: int
    turns: int
    scores: list[int | None]
    shares: list[float | None]
    mine: bool


class StandingsPage(Struct, frozen=True):
    """`counted`: the deals that count here: those that your team has finished; after the end, all."""

    counted: list[int]
    teams: int
    rows: list[StandingRow]


class DealGame(Struct, frozen=True):
    rank: int
    team: int
    name: str
    people: list[str]
    table: str
    score: int
    share: float
    turns: int
    fireworks: dict[str, int]


class DealPage(Struct, frozen=True):
    """Games on a deal of an event that has ended, the best first, of `teams` that have finished it."""

    deal: int
    teams: int
    games: list[DealGame]
