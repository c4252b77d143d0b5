"""Tunes the hat player's parameters on the simulator, one by one, and keeps changes that gain.

    python benchmarks/tune_hat.py --players 3 --with empty_clues=off --name ""

    python benchmarks/tune_hat.py --players 2 --change "safe_chance=200"

The second command tunes nothing: it compares the parameters with changed ones on held-out deals.

Every trial uses new deals, the same for the candidate and the current best. The final number is measured on held-out
deals. `--name` is the type of game under which the parameters are saved (see `parameters_for`); the tuning starts from
the parameters for the number of players, and for the other types of game that the rules belong to.
"""

import json
import math
import random
import sys
from pathlib import Path

import click
import numpy as np

from hanabi.bots.hat import workspace
from hanabi.bots.hat.games import play_hat_games
from hanabi.bots.hat.workspace import HatWorkspace, parameters_for
from hanabi.rules import RuleSet, parse_switches

PARAMETERS = Path(workspace.__file__).with_name("parameters.json")
HELD_OUT = 1 << 40
VALUES: dict[str, list[int]] = {
    "yes_low": [0, 100, 200, 300, 400, 500, 600],
    "yes_high": [600, 700, 800, 900, 950, 1000],
    "yes_best": [300, 500, 600, 700, 800],
    "save_from": [1, 50, 100, 200, 300, 500, 1001],
    "save_first": [0, 1],
    "list_dead": [0, 1],
    "project": [0, 1],
    "part_playable": [0, 1],
    "part_critical": [0, 1],
    "ask_critical": [0, 1],
    "clue_opening": [0, 1, 2, 3, 4, 5],
    "play_opening": [0, 1, 2, 3, 4, 5],
    "useless_opening": [0, 1, 2, 3, 4, 5],
    "near_opening": [0, 1, 2, 3, 4, 5],
    "class_risk": [-1, 0, 50, 100, 150, 1000],
    "class_loss": [20, 50, 100, 200, 400, 1000],
    "index_newer": [0, 2, 5, 10],
    "choice_pace": [-99, 2, 4, 6, 8, 12, 999],
    "order_pace": [2, 4, 6, 8, 10, 12, 15, 999],
    "chop_order": [0, 30, 60, 100, 200],
    "chop_order_tokens": [-1, 1, 2, 3, 4, 6],
    "chop_order_pace": [0, 4, 8, 10, 12],
    "near": [0, 1000, 3000, 5000, 8000],
    "near_pace": [0, 4, 6, 8, 10],
    "lone_order": [-1, 0, 50, 80, 100, 200],
    "clue_first": [1, 2, 3, 4, 6, 99],
    "safe_chance": [100, 200, 300, 500, 1000],
    "worth_known": [0, 5, 10, 20],
    "worth_playable": [0, 5, 10, 20],
    "worth_useless": [0, 5, 10, 20],
    "worth_safe": [0, 3, 6, 10],
    "promise_plays": [0, 1],
    "promise_saves": [0, 1],
    "risky": [600, 700, 750, 800, 850, 900, 1001],
    "risky_pace": [0, 2, 4, 6, 8, 10, 14],
    "risky_playable": [1, 200, 400, 500, 600, 700],
    "need_tokens": [1, 2, 3, 4],
    "clue_plays": [1, 2, 3, 4, 6, 9],
    "clue_above": [1, 2, 3, 4, 5, 6, 7],
    "keep_below": [0, 2000, 4000, 6000, 8000, 10000],
    "keep_rise": [0, 500, 1000, 1500, 2000],
    "keep_tokens": [1, 2, 3, 4, 5, 99],
    "useless_pace": [0, 1, 2, 3, 4, 5, 6, 8, 10, 12],
    "stall_pace": [-99, -2, 0, 1, 2, 3, 4, 5, 6, 8],
    "dead_weight": [0, 5, 10, 20, 40],
    "seen_weight": [0, 3, 6, 12, 20, 40],
    "spare_weight": [5, 10, 20, 40, 80],
    "step_weight": [-5, 0, 1, 2, 4, 8, 16, 32],
    "playable_weight": [0, 2, 4, 8],
    "third_weight": [0, 1, 2, 4],
    "fifth_weight": [0, 2, 4, 8],
    "age_weight": [-100, -20, 0, 20, 100, 300],
    "step_first": [-1, 0, 1, 2],
    "next_first": [-3, -1, 0, 1, 3],
    "shared_last": [0, 1, 2, 3, 5, 10],
    "hold_deck": [0, 1, 2, 3, 4],
    "desperate": [0, 100, 300],
}


def scores(rules: RuleSet, players: int, parameters: dict[str, int], first: int, games: int) -> np.ndarray:
    arrays = HatWorkspace(rules, players, parameters).arrays
    results, outcomes, broken = (np.zeros(games, np.int64) for _ in range(3))
    play_hat_games(arrays, 0, first, results, outcomes, broken, np.zeros((0, 0), np.int16))
    return results


def gain(candidate: np.ndarray, holder: np.ndarray) -> tuple[float, float]:
    """The mean gain on the same deals, in points and in standard errors."""
    difference = candidate - holder[: len(candidate)]
    error = difference.std() / math.sqrt(len(difference)) + 1e-9
    return float(difference.mean()), float(difference.mean() / error)


def tuned(rules: RuleSet, players: int, parameters: dict[str, int], games: int, rounds: int) -> dict[str, int]:
    best, first, rng = dict(parameters), 1 << 30, random.Random(players)
    for _ in range(rounds):
        for name in rng.sample(sorted(VALUES), len(VALUES)):
            first += games
            holder = scores(rules, players, best, first, games)
            change = (0.0, best[name])
            for value in VALUES[name]:
                changed = best | {name: value}
                if value == best[name] or gain(scores(rules, players, changed, first, games // 3), holder)[1] < -0.5:
                    continue
                mean, errors = gain(scores(rules, players, changed, first, games), holder)
                if errors > 1 and mean > change[0]:
                    change = (mean, value)
            if change[1] != best[name]:
                click.echo(f"  {name}: {best[name]} -> {change[1]}, gains {change[0]:.4f}")
                best[name] = change[1]
    return best


@click.command()
@click.option("--players", type=click.IntRange(2, 5), multiple=True, default=(2, 3, 4, 5))
@click.option("--with", "switches", default="empty_clues=off", show_default=True)
@click.option("--name", default="", help="Type of game for these parameters, such as empty_clues.")
@click.option("--games", default=6000, show_default=True)
@click.option("--rounds", default=2, show_default=True)
@click.option("--held-out", default=50_000, show_default=True)
@click.option("--change", "changes", multiple=True, help='Parameters to compare, such as "near=0 near_pace=8".')
def main(
    players: tuple[int, ...], switches: str, name: str, games: int, rounds: int, held_out: int, changes: tuple[str, ...]
) -> None:
    rules = RuleSet.of(**parse_switches(switches))
    for count in players:
        started = parameters_for(rules, count)
        if changes:
            compare(rules, count, started, changes, held_out)
            continue
        best = tuned(rules, count, started, games, rounds)
        before, after = (scores(rules, count, parameters, HELD_OUT, held_out) for parameters in (started, best))
        mean, errors = gain(after, before)
        click.echo(f"{count} players, held-out deals: {before.mean():.4f} -> {after.mean():.4f} ({errors:+.1f} s.e.)")
        if mean > 0:
            keep(f"{count} {name}".strip(), {key: value for key, value in best.items() if value != started[key]})


def compare(rules: RuleSet, players: int, usual: dict[str, int], changes: tuple[str, ...], games: int) -> None:
    holder = scores(rules, players, usual, HELD_OUT, games)
    click.echo(f"{players} players: {holder.mean():.4f} ± {holder.std() / math.sqrt(games):.4f}")
    for change in changes:
        pairs = (pair.partition("=") for pair in change.split())
        changed = usual | {name: int(value) for name, _, value in pairs}
        if unknown := set(changed) - set(usual):
            raise click.BadParameter(f"no such parameter: {', '.join(sorted(unknown))}", param_hint="--change")
        mean, errors = gain(scores(rules, players, changed, HELD_OUT, games), holder)
        click.echo(f"  {change}: {mean:+.4f} ± {abs(mean / errors) if errors else 0:.4f}")


def keep(key: str, changed: dict[str, int]) -> None:
    known = json.loads(PARAMETERS.read_text(encoding="utf-8"))
    known[key] = known.get(key, {}) | changed
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(parameters)}" for name, parameters in known.items())
    PARAMETERS.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
