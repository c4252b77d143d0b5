"""An experiment is a pure value: any part of it can be played anywhere, any number of times."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from hanabi.bots.bot import BotError, CompiledBot, CompiledGames, InterpretedGames, JoinedBot
from hanabi.bots.roster import bot_for, make_bot
from hanabi.rules import RuleSet

# Games per chunk for bots that choose from a View. Chunks do not depend on the number of workers.
VIEW_CHUNK_GAMES = 20
MAX_CHUNKS = 10_000
CHEAT = "cheat"
Chunk = tuple[int, int]  # first game and number of games


@dataclass(frozen=True)
class Experiment:
    """`games` games of one line-up, numbered from `first`. `bots` has one name per seat."""

    bots: tuple[str, ...]
    rules: RuleSet
    games: int
    seed: int = 0
    first: int = 0
    move_seconds: float = 60.0
    keep_records: bool = False
    worlds: int | None = field(default=None)
    # Without scores there are at most MAX_CHUNKS chunks, so memory and checkpoints stay small for any number of games.
    keep_scores: bool = True
    # Play compiled games as ordinary Python; their results are the same.
    interpreted: bool = False

    def __post_init__(self) -> None:
        self.rules.hand_size_for(len(self.bots))
        if self.games < 1:
            raise ValueError(f"at least one game must be played, not {self.games}")
        for name in sorted(set(self.bots)):
            if name != CHEAT:
                bot_for(make_bot(name), self.rules, self.players)

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def compiled_games(self) -> CompiledGames | None:
        """The compiled games of this line-up, if it is one bot in all seats or bots that can be joined."""
        if CHEAT in self.bots:
            return None
        bot = make_bot(self.bots[0], worlds=self.worlds)
        if len(set(self.bots)) == 1:
            return bot if isinstance(bot, CompiledBot) else None
        return bot.joined([make_bot(name) for name in self.bots]) if isinstance(bot, JoinedBot) else None

    def without_compiling(self) -> "Experiment":
        """The same experiment, played as ordinary Python if that is sooner done than compiling."""
        games = self.compiled_games
        if not isinstance(games, InterpretedGames) or self.games > games.quick_games or games.is_compiled():
            return self
        return replace(self, interpreted=True)

    def chunks(self) -> Iterator[Chunk]:
        compiled = self.compiled_games
        size = VIEW_CHUNK_GAMES if compiled is None else compiled.chunk_games
        if self.interpreted and isinstance(compiled, InterpretedGames):
            size = compiled.quick_chunk_games
        if not self.keep_scores:
            size *= max(1, -(-self.games // (size * MAX_CHUNKS)))
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
