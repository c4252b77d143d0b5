"""The results of an experiment, added up."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hanabi.arena.experiment import Experiment

LOST = "lost"


@dataclass(frozen=True)
class Fault:
    """A bot that did not answer properly, and what was done in its place."""

    game: int
    turn: int
    seat: int
    bot: str
    problem: str
    instead: str

    def __str__(self) -> str:
        where = f"game {self.game}, turn {self.turn}: {self.bot} at seat {self.seat}"
        return f"{where} {self.problem}; played {self.instead} instead"


@dataclass(frozen=True)
class ChunkResult:
    """One chunk: score and outcome (won, finished, lost) of each game in order.

    `broken`: in how many of them a bot told its teammates something that its code makes false.
    """

    first: int
    scores: tuple[int, ...]
    outcomes: tuple[str, ...]
    faults: tuple[Fault, ...] = ()
    records: tuple[dict[str, Any], ...] = ()
    broken: int = 0


@dataclass
class Tally:
    """Chunks are added in any order and kept by their first game, so the sum does not depend on it."""

    experiment: Experiment
    seconds: float = 0.0
    resumed: int = 0  # games that an earlier run had finished; the seconds are those of the others
    parts: dict[int, ChunkResult] = field(default_factory=dict)

    def add(self, part: ChunkResult) -> None:
        self.parts[part.first] = part

    def _each(self) -> Iterable[ChunkResult]:
        return (self.parts[first] for first in sorted(self.parts))

    @property
    def scores(self) -> list[int]:
        return [score for part in self._each() for score in part.scores]

    @property
    def faults(self) -> list[Fault]:
        return [fault for part in self._each() for fault in part.faults]

    @property
    def games(self) -> int:
        return sum(len(part.scores) for part in self.parts.values())

    @property
    def rate(self) -> float:
        """Games a second of those played now."""
        return (self.games - self.resumed) / self.seconds if self.seconds else 0.0

    @property
    def mean(self) -> float:
        return sum(self.scores) / self.games

    @property
    def stderr(self) -> float:
        """Of the mean; from the sample, and 0 for a single game."""
        scores, mean = self.scores, self.mean
        if len(scores) < 2:
            return 0.0
        return math.sqrt(sum((score - mean) ** 2 for score in scores) / (len(scores) - 1) / len(scores))

    @property
    def perfect(self) -> float:
        """Share of games with the full score."""
        return sum(score == self.experiment.rules.max_score for score in self.scores) / self.games

    @property
    def lost(self) -> float:
        """Share of games lost, by strikes or otherwise; each counts as 0 points."""
        return sum(outcome == LOST for part in self._each() for outcome in part.outcomes) / self.games

    @property
    def broken(self) -> float:
        """Share of games in which a bot's code said something false."""
        return sum(part.broken for part in self._each()) / self.games

    @property
    def histogram(self) -> dict[int, int]:
        return dict(sorted(Counter(self.scores).items()))

    def to_dict(self) -> dict[str, Any]:
        result: dict[str, Any] = {
            "bots": list(self.experiment.bots),
            "players": self.experiment.players,
            "rules": self.experiment.rules.to_dict(),
            "games": self.games,
            "seed": self.experiment.seed,
            "mean": self.mean,
            "stderr": self.stderr,
            "perfect": self.perfect,
            "lost": self.lost,
            "broken": self.broken,
            "histogram": {str(score): count for score, count in self.histogram.items()},
            "seconds": self.seconds,
        }
        if self.faults:
            result["faults"] = [str(fault) for fault in self.faults]
        return result
