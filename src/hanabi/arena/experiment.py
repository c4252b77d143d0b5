"""What is to be played: an experiment is a pure value, and a part of it can be played anywhere, any number of times."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from hanabi.bots.bot import BotError
from hanabi.bots.compiled_bot import CompiledBot
from hanabi.bots.roster import make_bot
from hanabi.rules.ruleset import RuleSet

# Games of a chunk where bots choose by View. A chunk never depends on the number of workers.
VIEW_CHUNK_GAMES = 20
CHEAT = "cheat"
Chunk = tuple[int, int]  # first game and number of games


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
            if name != CHEAT:
                make_bot(name)

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def compiled_bot(self) -> CompiledBot | None:
        """The bot of all seats, where whole games of it are compiled."""
        if len(set(self.bots)) > 1 or self.bots[0] == CHEAT:
            return None
        bot = make_bot(self.bots[0], worlds=self.worlds)
        return bot if isinstance(bot, CompiledBot) else None

    def chunks(self) -> Iterator[Chunk]:
        bot = self.compiled_bot
        size = VIEW_CHUNK_GAMES if bot is None else bot.chunk_games
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
