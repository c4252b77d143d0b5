"""Shared by the scripts in this folder, which are run by path and so import it by its bare name."""

import json
import sys
import time
from collections.abc import Callable


def rates(play: Callable[[], int], seconds: float, runs: int) -> list[float]:
    """Moves per CPU-second of several runs; `play` plays some moves and returns how many."""
    play()
    found = []
    for _ in range(runs):
        start, moves = time.process_time(), 0
        while (spent := time.process_time() - start) < seconds:
            moves += play()
        found.append(moves / spent)
    return found


def main(measure: Callable[[int, str, float, int], list[float]]) -> None:
    """`script.py PLAYERS MODE SECONDS RUNS` prints the rates as JSON."""
    players, mode, seconds, runs = sys.argv[1:]
    print(json.dumps(measure(int(players), mode, float(seconds), int(runs))))
