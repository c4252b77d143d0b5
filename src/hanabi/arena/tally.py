"""The results of an experiment: totals, a histogram as text or SVG, and a mean with less noise."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from statistics import fmean
from typing import Any

from hanabi.arena.experiment import Experiment
from hanabi.bots.checked_choice import FALLBACK

LOST = "lost"
SHOWN_FAULTS = 5
WIDTH = 40
BAR, GAP, HEIGHT, EDGE = 26, 6, 200, 34


@dataclass(frozen=True)
class Fault:
    """A bot's wrong answer, and the action that replaced it."""

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

    If the experiment keeps no scores, these are empty, and the chunk has only the number of games with each score and
    of lost games. `broken` counts the games in which a bot's code told its teammates something false.
    """

    first: int
    scores: tuple[int, ...]
    outcomes: tuple[str, ...]
    faults: tuple[Fault, ...] = ()
    records: tuple[dict[str, Any], ...] = ()
    broken: int = 0
    counts: tuple[tuple[int, int], ...] = ()
    lost: int = 0

    def without_scores(self) -> "ChunkResult":
        counts = tuple(sorted(Counter(self.scores).items()))
        return replace(self, scores=(), outcomes=(), counts=counts, lost=self.outcomes.count(LOST))

    @property
    def histogram(self) -> Mapping[int, int]:
        return dict(self.counts) if self.counts else Counter(self.scores)

    @property
    def games(self) -> int:
        return sum(self.histogram.values()) if self.counts else len(self.scores)


@dataclass
class Tally:
    """The sum of all chunks, which may be added in any order."""

    experiment: Experiment
    seconds: float = 0.0
    resumed: int = 0  # games from an earlier run; `seconds` does not include them
    parts: dict[int, ChunkResult] = field(default_factory=dict)

    def add(self, part: ChunkResult) -> None:
        self.parts[part.first] = part

    def _each(self) -> Iterable[ChunkResult]:
        return (self.parts[first] for first in sorted(self.parts))

    @property
    def scores(self) -> list[int]:
        """The score of each game, in order."""
        if not self.experiment.keep_scores:
            raise ValueError("this experiment kept only the number of games with each score")
        return [score for part in self._each() for score in part.scores]

    @property
    def faults(self) -> list[Fault]:
        return [fault for part in self._each() for fault in part.faults]

    @property
    def games(self) -> int:
        return sum(part.games for part in self.parts.values())

    @property
    def rate(self) -> float:
        """Games per second, without resumed games."""
        return (self.games - self.resumed) / self.seconds if self.seconds else 0.0

    @property
    def mean(self) -> float:
        return sum(score * count for score, count in self.histogram.items()) / self.games

    @property
    def stderr(self) -> float:
        """The standard error of the mean; 0 for a single game."""
        games, mean = self.games, self.mean
        if games < 2:
            return 0.0
        squares = sum(count * (score - mean) ** 2 for score, count in self.histogram.items())
        return math.sqrt(squares / (games - 1) / games)

    @property
    def perfect(self) -> float:
        """Share of games with the full score."""
        return self.histogram.get(self.experiment.rules.max_score, 0) / self.games

    @property
    def lost(self) -> float:
        """Share of games lost, by strikes or otherwise; each counts as 0 points."""
        return sum(part.lost + part.outcomes.count(LOST) for part in self._each()) / self.games

    @property
    def broken(self) -> float:
        """Share of games in which a bot's code said something false."""
        return sum(part.broken for part in self._each()) / self.games

    @property
    def faulty_games(self) -> int:
        """Games in which another bot moved for one that made a mistake, and so earned part of the score."""
        return len({fault.game for fault in self.faults})

    @property
    def histogram(self) -> dict[int, int]:
        total: Counter[int] = Counter()
        for part in self._each():
            total.update(part.histogram)
        return dict(sorted(total.items()))

    def _repr_html_(self) -> str:
        return histogram_svg(self)

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
            result |= {"faulty_games": self.faulty_games, "faults": [str(fault) for fault in self.faults]}
        return result


def fault_lines(tallies: Iterable[Tally]) -> list[str]:
    """How far the means of these results were earned by the bot that moves for faulty ones, and the first faults."""
    faulty = [tally for tally in tallies if tally.faults]
    if not faulty:
        return []
    faults = [fault for tally in faulty for fault in tally.faults]
    by_bot = Counter(fault.bot for fault in faults)
    share = sum(tally.faulty_games for tally in faulty) / sum(tally.games for tally in faulty)
    return [
        "faults: " + ", ".join(f"{bot} {count}" for bot, count in by_bot.items()),
        f"`{FALLBACK}` moved instead and earned part of the mean, in {share:.0%} of the games of these bots",
        *map(str, faults[:SHOWN_FAULTS]),
        *([f"… and {len(faults) - SHOWN_FAULTS} more"] if len(faults) > SHOWN_FAULTS else []),
    ]


def histogram_text(tally: Tally) -> str:
    """One line per score, with its count and share."""
    lines = (f"{bar} {count:>7} {count / tally.games:>7.2%}".rstrip() for bar, count in text_bars(tally.histogram))
    return "\n".join(lines)


def text_bars(counts: Mapping[int, int]) -> Iterator[tuple[str, int]]:
    """Each score with its bar, and its count, from the lowest score that occurred to the highest."""
    highest = max(counts.values())
    for score in range(min(counts), max(counts) + 1):
        count = counts.get(score, 0)
        bar = "█" * round(WIDTH * count / highest) or ("▏" if count else "")
        yield f"{score:>4} {bar:<{WIDTH}}", count


def histogram_svg(tally: Tally) -> str:
    histogram = tally.histogram
    scores = range(min(histogram), max(histogram) + 1)
    highest = max(histogram.values())
    width = 2 * EDGE + len(scores) * (BAR + GAP)
    title = f"{', '.join(tally.experiment.bots)}: {tally.games} games, mean {tally.mean:.3f} ± {tally.stderr:.3f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(width, 480)}" height="{HEIGHT + 3 * EDGE}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="{EDGE}" y="22">{escape(title)}</text>',
    ]
    for place, score in enumerate(scores):
        count = histogram.get(score, 0)
        height = HEIGHT * count / highest
        left, top = EDGE + place * (BAR + GAP), EDGE + 12 + HEIGHT - height
        parts.append(f'<rect x="{left}" y="{top:.1f}" width="{BAR}" height="{height:.1f}" fill="#2f6f9f"/>')
        middle = left + BAR / 2
        parts.append(f'<text x="{middle}" y="{EDGE + HEIGHT + 28}" text-anchor="middle">{score}</text>')
        if count:
            share = f"{100 * count / tally.games:.1f}"
            parts.append(f'<text x="{middle}" y="{top - 3:.1f}" text-anchor="middle" font-size="9">{share}</text>')
    middle, low = EDGE + len(scores) * (BAR + GAP) / 2, EDGE + HEIGHT
    parts.append(f'<text x="{middle}" y="{low + 50}" text-anchor="middle">score</text>')
    parts.append(f'<text transform="translate(16 {low / 2 + 40}) rotate(-90)">% of games</text>')
    return "\n".join([*parts, "</svg>", ""])


@dataclass(frozen=True)
class CorrectedMean:
    mean: float
    stderr: float
    correlation: float


def corrected_mean(scores: Sequence[int], control: Sequence[int]) -> CorrectedMean:
    """The mean of `scores` with less noise, by another bot's scores on the same deals first and then on more deals.

    The control's mean over many more deals is known well. If it scored above that on the deals in question, these were
    easy, and part of the difference is subtracted (the regression estimator of two-phase sampling). The remaining error
    is that of the scores which the control does not explain, and that of the control's own mean.
    """
    games, deals = len(scores), len(control)
    if not 2 < games < deals:
        raise ValueError(f"{games} games cannot be corrected by {deals} of the control")
    same = control[:games]
    mean, mean_same, mean_all = fmean(scores), fmean(same), fmean(control)
    variance = sum((score - mean) ** 2 for score in scores) / (games - 1)
    variance_same = sum((score - mean_same) ** 2 for score in same) / (games - 1)
    covariance = sum((score - mean) * (other - mean_same) for score, other in zip(scores, same, strict=True)) / (
        games - 1
    )
    slope = covariance / variance_same if variance_same else 0.0
    explained = slope * covariance
    stderr = math.sqrt(max(variance - explained, 0.0) / games + explained / deals)
    correlation = math.sqrt(explained / variance) * (1 if slope >= 0 else -1) if variance else 0.0
    return CorrectedMean(mean - slope * (mean_same - mean_all), stderr, correlation)
