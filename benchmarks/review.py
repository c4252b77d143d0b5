"""Checks that reviews are unbiased, and measures how long they take.

Unbiased: over many games of a bot, the score a review expects before a move must agree with how the games ended.
`make bench-review` prints both with the standard error of their difference; ARGS="--games 200 --bots hat" does less.
"""

import argparse
import math
import sys
import time
from dataclasses import replace

from hanabi.analysis import review
from hanabi.analysis.reviewer import expected_at
from hanabi.arena.chunks import play_chunk
from hanabi.arena.experiment import Experiment
from hanabi.records.record import Record, from_dict
from hanabi.rules.ruleset import RuleSet

SEED = 77
TOLERATED = 3.0  # standard errors


def games(bot: str, players: int, count: int, edition: str) -> list[tuple[Record, int]]:
    experiment = Experiment(bots=(bot,) * players, rules=RuleSet.of(edition), games=count, seed=SEED, keep_records=True)
    played = play_chunk(experiment, 0, count)
    return [(from_dict(record), score) for record, score in zip(played.records, played.scores, strict=True)]


def is_unbiased(bot: str, players: int, count: int, index: int, worlds: int, edition: str) -> bool:
    """Compare expectation and result before action number `index`, over the games that have so many actions."""
    differences, expected, results = [], [], []
    for record, score in games(bot, players, count, edition):
        if len(record.actions) <= index:
            continue
        so_far = replace(record, actions=record.actions[:index])
        value = expected_at(so_far, index, worlds=worlds)
        expected.append(value.score)
        results.append(score)
        differences.append(score - value.score)
    mean = sum(differences) / len(differences)
    error = math.sqrt(sum((one - mean) ** 2 for one in differences) / (len(differences) - 1) / len(differences))
    figures = f"{sum(expected) / len(expected):7.3f} {sum(results) / len(results):7.3f} {mean:+7.3f} ± {error:.3f}"
    print(f"{bot:6} {players} players, {len(expected):5} games, before action {index:2}: {figures}", flush=True)
    return abs(mean) <= TOLERATED * error


def time_review(bot: str, players: int, depth: str, workers: int | None, edition: str) -> None:
    record = games(bot, players, 1, edition)[0][0]
    wall, used = time.perf_counter(), time.process_time()
    reviewed = review(record, depth=depth, workers=workers)
    wall, used = time.perf_counter() - wall, time.process_time() - used
    figures = f"judge {reviewed.judge.name}, {len(reviewed.turns)} moves: {wall:5.1f} s, {used:5.1f} s of processor"
    print(f"{bot:6} {players} players, {depth}: {figures}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--bots", default="hat,team")
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--actions", default="0", help="before which actions")
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--edition", default="ro")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--depth", default="normal")
    parser.add_argument("--only", choices=("bias", "speed"))
    given = parser.parse_args()
    bots, players = given.bots.split(","), [int(count) for count in given.players.split(",")]
    agrees = True
    if given.only != "speed":
        print("                                             expected  result  difference")
        for bot in bots:
            for count in players:
                for index in given.actions.split(","):
                    held = is_unbiased(bot, count, given.games, int(index), given.worlds, given.edition)
                    agrees = agrees and (held or int(index) > 0)
    if given.only != "bias":
        for bot in bots:
            time_review(bot, 4, given.depth, 1, given.edition)  # compiled code is loaded here
            time_review(bot, 4, given.depth, given.workers, given.edition)
    return 0 if agrees else 1


if __name__ == "__main__":
    sys.exit(main())
