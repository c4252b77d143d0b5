"""Statistics of many reviews: per player, worst moves, averages."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hanabi.records import Record
from hanabi.review.document import Review, Turn

WORST_MOVES = 15
HABITS = 3  # most frequent faults listed per player


def mishaps_of(review: Review) -> list[Turn]:
    """Strikes and lost last copies that were not the mover's fault, in the order of play."""
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
        """The total cost of all faults."""
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
    """Every player, those with the most games first."""
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


def worst_moves(games: Sequence[ReviewedGame], limit: int = WORST_MOVES) -> list[tuple[ReviewedGame, Turn]]:
    faults = [(game, turn) for game in games for turn in game.faults]
    return sorted(faults, key=lambda pair: -pair[1].loss)[:limit]


def means(games: Sequence[ReviewedGame]) -> dict[int, tuple[float, float, float]]:
    """By maximum score: the mean score, the share of perfect games, and the loss per game."""
    by_max_score: dict[int, list[ReviewedGame]] = defaultdict(list)
    for game in games:
        by_max_score[game.review.max_score].append(game)
    return {
        max_score: (
            sum(game.score for game in group) / len(group),
            sum(game.score == max_score for game in group) / len(group),
            sum(game.loss for game in group) / len(group),
        )
        for max_score, group in sorted(by_max_score.items())
    }
