"""Many reviews together: what the players have in common, and each of them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hanabi.records.record import Record
from hanabi.review.document import Review, Turn

WORST_MOVES = 15
HABITS = 3  # kinds of faults that are told of a player


def mishaps_of(review: Review) -> list[Turn]:
    """Strikes and lost last copies that were no fault of the mover's, in the order of play."""
    return [turn for turn in review.turns if turn.level == "none" and turn.kinds]


@dataclass(frozen=True)
class ReviewedGame:
    name: str
    record: Record
    review: Review

    @property
    def score(self) -> int:
        return self.review.points if self.review.final is None else int(self.review.final["score"])

    @property
    def faults(self) -> tuple[Turn, ...]:
        return tuple(turn for turn in self.review.turns if turn.level != "none")

    @property
    def loss(self) -> float:
        """What all faults cost together."""
        return sum(turn.loss for turn in self.faults)


@dataclass
class PlayerSummary:
    """A player by name, over all games. `kinds` counts the faults."""

    name: str
    games: int = 0
    moves: int = 0
    loss: float = 0.0
    levels: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def habits(self) -> list[tuple[str, int]]:
        return self.kinds.most_common(HABITS)


def summaries(games: Iterable[ReviewedGame]) -> list[PlayerSummary]:
    """Every player, those with most games first."""
    players: dict[str, PlayerSummary] = {}
    for game in games:
        for seat, name in enumerate(game.review.players):
            player = players.setdefault(name, PlayerSummary(name))
            player.games += 1
            for turn in game.review.turns:
                if turn.seat != seat:
                    continue
                player.moves += 1
                if turn.level != "none":
                    player.loss += turn.loss
                    player.levels[turn.level] += 1
                    player.kinds.update(kind.kind for kind in turn.kinds if kind.knowable)
    return sorted(players.values(), key=lambda player: (-player.games, player.name))


def worst_moves(games: Sequence[ReviewedGame], most: int = WORST_MOVES) -> list[tuple[ReviewedGame, Turn]]:
    found = [(game, turn) for game in games for turn in game.faults]
    return sorted(found, key=lambda pair: -pair[1].loss)[:most]


def means(games: Sequence[ReviewedGame]) -> dict[int, tuple[float, float, float]]:
    """By the most points that can be scored: the mean score, the share of perfect games, and the loss a game."""
    by_most: dict[int, list[ReviewedGame]] = defaultdict(list)
    for game in games:
        by_most[game.review.max_score].append(game)
    return {
        most: (
            sum(game.score for game in some) / len(some),
            sum(game.score == most for game in some) / len(some),
            sum(game.loss for game in some) / len(some),
        )
        for most, some in sorted(by_most.items())
    }
