"""Moves per second of uniform random play, measured by turns, so that all of what is compared meets the same load."""

import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from hanabi.compiled.dtypes import RULES, STATE, pack
from hanabi.compiled.random_play import play_random_moves
from hanabi.rules import RuleSet, kernel_rules
from hanabi.simulation.batch import Batch, fixed_loops_of, unshuffled
from hanabi.simulation.observation import STANDARD

# Inside compiled code; from Python, with rewards and legal actions as arrays; the same with observations.
MODES = ("raw", "batch", "observed")
GAMES = 4096
CHUNK = 100_000
Play = Callable[[], int]  # plays some moves and returns their number


@dataclass(frozen=True, slots=True)
class Rate:
    """The median of several turns, with the slowest and the fastest. Also a ratio of two rates."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, turns: Sequence[float]) -> "Rate":
        return cls(median(turns), min(turns), max(turns))


def rounded(rate: Rate, digits: int | None = None) -> list[float]:
    """For JSON: the median, the lowest and the highest."""
    return [round(figure, digits) for figure in (rate.median, rate.low, rate.high)]


@dataclass(frozen=True, slots=True)
class Effort:
    """The length and number of the turns."""

    seconds: float
    turns: int


@dataclass
class RandomPlayRates:
    """Rates by mode and number of players, such as `batch_2p`."""

    ours: dict[str, Rate] = field(default_factory=dict)
    flat: dict[str, Rate] = field(default_factory=dict)  # the flat loop in C++
    of_flat: dict[str, Rate] = field(default_factory=dict)  # ours divided by it
    # Moves per second by the clock on one thread and on two, and how many times faster two are.
    threads: dict[str, tuple[Rate, Rate, Rate]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "ours": {name: rounded(rate) for name, rate in self.ours.items()},
            "flat": {name: rounded(rate) for name, rate in self.flat.items()},
            "of_flat": {name: rounded(ratio, 3) for name, ratio in self.of_flat.items()},
            "threads": {
                name: {"one": rounded(one), "two": rounded(two), "gain": rounded(gain, 3)}
                for name, (one, two, gain) in self.threads.items()
            },
        }


def measure_random_play(
    players: Sequence[int],
    effort: Effort,
    flat: Callable[[str, int], Play] | None,
    progress: Callable[[str], None],
) -> RandomPlayRates:
    """In all MODES, next to the flat loop if there is one, and on two threads."""
    found = RandomPlayRates()
    for count in players:
        for mode in MODES:
            name = f"{mode}_{count}p"
            progress(name)
            ours = random_play(mode, count)
            if flat is None:
                found.ours[name] = rate(ours, effort)
            else:
                found.ours[name], found.flat[name], found.of_flat[name] = compared(ours, flat(mode, count), effort)
        progress(f"threads_{count}p")
        two, one, gain = threads_gain(count, effort)
        found.threads[f"{count}p"] = (one, two, gain)
    return found


def rate(play: Play, effort: Effort, clock: Callable[[], float] = time.process_time) -> Rate:
    """Moves per second of this clock; CPU time by default, because other programs may be running."""
    return Rate.of(rates_by_turns([play], effort, clock)[0])


def rates_by_turns(
    plays: Sequence[Play], effort: Effort, clock: Callable[[], float] = time.process_time
) -> list[list[float]]:
    """Moves per second in each turn, for each of `plays`. The first call of each is a warm-up."""
    rates: list[list[float]] = [[] for _ in plays]
    for play in plays:
        play()
    for _ in range(effort.turns):
        for play, own in zip(plays, rates, strict=True):
            start, moves = clock(), 0
            while (spent := clock() - start) < effort.seconds:
                moves += play()
            own.append(moves / spent)
    return rates


def compared(
    ours: Play, theirs: Play, effort: Effort, clock: Callable[[], float] = time.process_time
) -> tuple[Rate, Rate, Rate]:
    """Our rate, theirs, and ours divided by theirs in each turn."""
    own, other = rates_by_turns([ours, theirs], effort, clock)
    return Rate.of(own), Rate.of(other), Rate.of([mine / their for mine, their in zip(own, other, strict=True)])


def threads_gain(players: int, effort: Effort) -> tuple[Rate, Rate, Rate]:
    """Batches on two threads and on one, by wall-clock time: both rates, and how many times faster two are."""
    two, one = (stepped(Batch(STANDARD, players, games=4 * GAMES, seed=1, threads=threads)) for threads in (2, 1))
    return compared(two, one, effort, time.perf_counter)


def random_play(mode: str, players: int) -> Play:
    """Random play of the standard game in one of MODES, on one thread."""
    if mode == "raw":
        return compiled_play(players)
    return stepped(Batch(STANDARD, players, games=GAMES, seed=1, observe="player" if mode == "observed" else None))


def compiled_play(players: int, *, clones: bool = False, rules: RuleSet = STANDARD) -> Play:
    """One game after another inside compiled code: legal actions, a choice, the turn, deals."""
    tables = pack(kernel_rules(rules, players), RULES).view(np.uint8)
    blank = pack(unshuffled(rules, players), STATE).view(np.uint8)
    fixed = fixed_loops_of(players).play_random_moves if rules == STANDARD else None

    def play() -> int:
        if fixed:
            fixed(blank, 1, CHUNK, int(clones))
        else:
            play_random_moves(tables, blank, 1, CHUNK, int(clones))
        return CHUNK

    return play


def stepped(batch: Batch) -> Play:
    """A random legal action for every game, and one step that writes all arrays."""
    batch.reset()
    steps = max(1, GAMES // batch.games)

    def play() -> int:
        for _ in range(steps):
            batch.step(batch.random_actions())
        return steps * batch.games

    return play


def describe_machine() -> dict[str, str | int | float]:
    """The machine and the versions on which a measurement runs."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count() or 1,
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else -1.0,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{package: _version(package) for package in ("numpy", "numba", "hanabi")},
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model"))]
    return names[0] if names else platform.processor() or "unknown"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
