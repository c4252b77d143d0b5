"""What is to be played: an order is a pure value, and a part of it can be played anywhere, any number of times."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from hanabi.bots.bot import BotError
from hanabi.bots.roster import make_bot
from hanabi.rules.ruleset import RuleSet

COMPILED = ("hat", "search", "team")
# Games a chunk, by how the slowest player at the table plays; never by the number of workers.
COMPILED_CHUNK = 2000
SEARCH_CHUNK = 10
TEAM_CHUNK = 500
PYTHON_CHUNK = 20


@dataclass(frozen=True)
class Experiment:
    """So many games of one line-up, numbered from `first`. `bots` has one name for each seat."""

    bots: tuple[str, ...]
    rules: RuleSet
    games: int
    seed: int = 0
    first: int = 0
    move_seconds: float = 60.0
    keep_records: bool = False
    worlds: int | None = field(default=None)

    def __post_init__(self) -> None:
        self.rules.hand_size_for(len(self.bots))
        if self.games < 1:
            raise ValueError(f"at least one game must be played, not {self.games}")
        for name in sorted(set(self.bots)):
            if name != "cheat":
                make_bot(name)

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def compiled(self) -> str | None:
        """The bot of all seats, without its level, where whole games of it are compiled."""
        kind = self.bots[0].partition(":")[0]
        return kind if len(set(self.bots)) == 1 and kind in COMPILED else None

    def chunks(self) -> Iterator[tuple[int, int]]:
        """First game and number of games of each part."""
        sizes = {"hat": COMPILED_CHUNK, "search": SEARCH_CHUNK, "team": TEAM_CHUNK, None: PYTHON_CHUNK}
        size = sizes[self.compiled]
        for start in range(self.first, self.first + self.games, size):
            yield start, min(size, self.first + self.games - start)


def lineup(bots: str, players: int | None) -> tuple[str, ...]:
    """Read `hat`, or `search,team,team`: one name serves all seats."""
    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    if not names:
        raise BotError("name at least one bot")
    if len(names) == 1:
        return names * (players or 2)
    if players is not None and players != len(names):
        raise BotError(f"{len(names)} bots are named for {players} players")
    return names
