"""Speed of the compiled bots: `make bench NAME=bots`. Games and rollouts per CPU-second on one core, with the goals."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from hanabi.arena.experiment import Experiment
from hanabi.arena.workers import play_chunk
from hanabi.bots.hat_search.budget import budget_for
from hanabi.bots.hat_search.games import deal_search_game, search_until
from hanabi.bots.hat_search.workspace import SearchWorkspace
from hanabi.simulation.observation import STANDARD
from hanabi.simulation.speed import Effort, Rate, describe_machine, rate

GOALS = {"hat": 10_000, "team": 1_000, "search": 50_000}
NO_ENDGAME_SOLVER = -1  # the solver never starts
UNITS = {"hat": "games", "team": "games", "search": "rollouts"}


def games_of(bot: str, players: int, games: int) -> Callable[[], int]:
    experiment = Experiment(bots=(bot,) * players, rules=STANDARD, games=games)

    def play() -> int:
        play_chunk(experiment, 0, games)
        return games

    return play


def rollouts_of_search(players: int) -> Callable[[], int]:
    """Whole games of searching players, without the endgame solver, which makes no rollouts."""
    budget = budget_for(players)
    arrays = SearchWorkspace(STANDARD, players, budget.max_worlds).search
    numbers, unlogged = iter(range(10**9)), np.zeros(0, np.int16)

    def play() -> int:
        deal_search_game(arrays, 1, next(numbers))
        return int(search_until(arrays, budget, NO_ENDGAME_SOLVER, unlogged)[0])

    return play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time per run (default 2)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON and nothing else")
    parser.add_argument("-o", "--output", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    effort = Effort(options.seconds, 3)
    errors, rates_by_bot = Console(stderr=True), dict[str, dict[str, Rate]]()
    with errors.status("measuring") as status:
        for players in (2, 3, 4, 5):
            measured = {
                "hat": games_of("hat", players, 1000),
                "team": games_of("team", players, 50),
                "search": rollouts_of_search(players),
            }
            for bot, play in measured.items():
                status.update(f"measuring: {bot}, {players} players")
                rates_by_bot.setdefault(bot, {})[f"{players}p"] = rate(play, effort)
    measures = {bot: {size: round(each.median) for size, each in rates.items()} for bot, rates in rates_by_bot.items()}
    text = json.dumps({"rates": measures, "machine": describe_machine()}, indent=2)
    if options.json:
        print(text)
    else:
        show(rates_by_bot)
    if options.output:
        options.output.write_text(text + "\n")


def show(rates_by_bot: dict[str, dict[str, Rate]]) -> None:
    table = Table(title="On one core, a CPU-second (median of 3 runs)", title_justify="left")
    for column in ("", "2 players", "3 players", "4 players", "5 players", "goal"):
        table.add_column(column, justify="right" if column else "left")
    for bot, rates in rates_by_bot.items():
        goal = GOALS.get(bot)
        cells = [f"{each.median:,.0f}" for each in rates.values()]
        met = "" if goal is None else f"{goal:,} {'met' if min(r.median for r in rates.values()) >= goal else 'MISSED'}"
        table.add_row(f"{bot}: {UNITS[bot]}", *cells, met)
    Console().print(table)


if __name__ == "__main__":
    main()
