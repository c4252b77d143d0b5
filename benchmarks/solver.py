"""Speed and reach of the two solvers: `python benchmarks/solver.py`. Times are CPU times.

`--survey FILE` prints the table of docs/solver.md. FILE is a JSON object with the output of `hanabi solve --survey ...
--json` for each rule set.
"""

import argparse
import json
import random
import statistics
import time
from pathlib import Path

from hanabi.arena.experiment import Experiment
from hanabi.arena.view_games import numbered_deal
from hanabi.bots.hat.view_replay import load_view
from hanabi.bots.hat.workspace import HatWorkspace
from hanabi.bots.roster import make_bot
from hanabi.chance import shuffled_deck
from hanabi.game import DEFAULT_NAMES, Game
from hanabi.kernels import turn
from hanabi.rules import Referee, RuleSet, legal_ids
from hanabi.solvers import winnable
from hanabi.solvers.endgame import SolverLimits, solve_endgame

KINDS = ("winnable", "unwinnable", "undecided")


def open_cards(deals: int) -> None:
    print("Open cards, default budget, ms per deal:\n")
    print("| players | deals | median | mean | longest | deals per second |\n|---|---|---|---|---|---|")
    rules = RuleSet.of()
    for players in range(2, 6):
        winnable(rules, players, shuffled_deck(rules, "warm"))
        taken = []
        for seed in range(deals):
            deck = shuffled_deck(rules, seed)
            started = time.process_time()
            winnable(rules, players, deck)
            taken.append(1000 * (time.process_time() - started))
        mean = statistics.mean(taken)
        middle, rate = statistics.median(taken), 1000 / mean
        print(f"| {players} | {deals} | {middle:.2f} | {mean:.2f} | {max(taken):.0f} | {rate:.0f} |")


def research_endgames(games: int) -> None:
    print("\nEndgames of small research games after random play, by the number of worlds:\n")
    print("| worlds up to | endgames | solved | median ms | longest ms |\n|---|---|---|---|---|")
    rows: dict[int, list[tuple[bool, float]]] = {}
    for seed in range(games):
        colors, ranks, tokens = ((1, 5, 2), (2, 3, 2), (2, 4, 3), (3, 3, 3))[seed % 4]
        game = Game.new(
            players=2 + seed % 2, seed=seed, colors=colors, ranks=ranks, hand_size=2 + seed % 2, clue_tokens=tokens
        )
        r, s, rng = game.rule_tables, game.state, random.Random(seed)
        while s.outcome == 0:
            if r.cards - s.next_card <= 1:
                started = time.process_time()
                solution = solve_endgame(r, s, every_move=False)
                taken = 1000 * (time.process_time() - started)
                size = 1 << max(solution.worlds - 1, 0).bit_length()
                rows.setdefault(size, []).append((solution.exact, taken))
            turn.apply(r, s, rng.choice(legal_ids(r, s)), 0)
    for size, results in sorted(rows.items()):
        times = [seconds for _, seconds in results]
        solved = sum(exact for exact, _ in results)
        print(f"| {size} | {len(results)} | {solved} | {statistics.median(times):.1f} | {max(times):.0f} |")


def real_endgames(games: int) -> None:
    """Last rounds of real games between hat players, with the common knowledge of their code."""
    print("\nReal last rounds (hat bots, masks of their code):\n")
    print("| players | turns left | positions | solved | too many worlds | too many steps | median ms when solved |")
    print("|---|---|---|---|---|---|---|")
    rules = RuleSet.of(empty_clues=False)
    for players in range(2, 6):
        experiment = Experiment(bots=("hat",) * players, rules=rules, games=games, seed=3)
        by_turns: dict[int, list[tuple[str | None, float]]] = {}
        for number in range(games):
            deal = numbered_deal(experiment, number)
            table = Referee(rules, DEFAULT_NAMES[:players], deal.deck)
            bots, workspace = [make_bot("hat") for _ in range(players)], HatWorkspace(rules, players)
            while table.player is not None:
                view = table.view(table.player)
                if table.state.turns_left > 0 or table.deck_size == 1:
                    load_view(workspace, view, table.player)
                    masks = workspace.arrays.publics[0]["masks"].tolist()
                    started = time.process_time()
                    solution = solve_endgame(
                        view.rule_tables, view.erased, masks, SolverLimits(steps=100_000), every_move=False
                    )
                    taken = 1000 * (time.process_time() - started)
                    by_turns.setdefault(table.state.turns_left, []).append((solution.why_not, taken))
                table.act(bots[table.player].choose(view))
        for left, results in sorted(by_turns.items()):
            solved = [taken for why, taken in results if why is None]
            cells = [sum(why == reason for why, _ in results) for reason in (None, "too many worlds", "too many steps")]
            middle = f"{statistics.median(solved):.1f}" if solved else "–"
            turns = left if left > 0 else "before the last card"
            print(f"| {players} | {turns} | {len(results)} | {' | '.join(map(str, cells))} | {middle} |")


def survey_table(file: Path) -> None:
    print("| rules | players | deals | winnable | unwinnable, proved | undecided |\n|---|---|---|---|---|---|")
    for name, counts in json.loads(file.read_text(encoding="utf-8")).items():
        for players, count in counts.items():
            cells = [f"{count[kind] / count['deals']:.3%}" for kind in KINDS]
            print(f"| {name} | {players} | {count['deals']:,} | {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="deals per number of players")
    parser.add_argument("--games", type=int, default=40, help="games whose endings are solved")
    parser.add_argument("--survey", type=Path, help="only print the table of this file")
    chosen = parser.parse_args()
    if chosen.survey is not None:
        survey_table(chosen.survey)
        return
    open_cards(chosen.deals)
    research_endgames(4 * chosen.games)
    real_endgames(chosen.games)


if __name__ == "__main__":
    main()
