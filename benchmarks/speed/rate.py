"""Moves per CPU-second, the median of several runs. CPU time, because other programs may be running."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Rate:
    """Moves per second: the median of several runs, with the slowest and the fastest."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, runs: Sequence[float]) -> "Rate":
        return cls(median(runs), min(runs), max(runs))


@dataclass(frozen=True, slots=True)
class Effort:
    """The length and number of the runs."""

    seconds: float
    runs: int


THOROUGH = Effort(seconds=1.0, runs=5)
QUICK = Effort(seconds=0.15, runs=3)


def rate(play: Callable[[], int], effort: Effort, clock: Callable[[], float] = time.process_time) -> Rate:
    """`play` plays some moves and returns their number; the first call is a warm-up."""
    play()
    runs = []
    for _ in range(effort.runs):
        start, moves = clock(), 0
        while (spent := clock() - start) < effort.seconds:
            moves += play()
        runs.append(moves / spent)
    return Rate.of(runs)
