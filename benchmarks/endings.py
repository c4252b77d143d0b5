"""Points that the exact endgame solver gains for the search bot: `benchmarks/endings.py FILE --players 2 --deals 100`.

Every deal is played with search up to the endgame, and from there twice: with search alone, and with the joint policy
if there is one. The same is done with hat players in every other seat. FILE stores the sums, so that further runs add
deals; without `--deals` its table is printed. Times are CPU times.
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from hanabi.bots.hat.games import hat_move
from hanabi.bots.hat.workspace import VIEW
from hanabi.bots.hat_search.budget import UNLIMITED, budget_for
from hanabi.bots.hat_search.endgame import (
    GAME,
    EndgamePolicies,
    PolicyFollower,
    PolicySearch,
    PublicPosition,
    play_worlds,
)
from hanabi.bots.hat_search.games import apply_move, copy_view, deal_search_game, search_until
from hanabi.bots.hat_search.rollouts import search_action
from hanabi.bots.hat_search.workspace import SearchWorkspace
from hanabi.compiled.dtypes import unpack
from hanabi.kernels import RUNNING, State
from hanabi.simulation.observation import STANDARD

SEED = 21
Sums = dict[str, float]
# A line-up, and which of its seats are hat players.
LINEUPS: tuple[tuple[str, Callable[[int], bool]], ...] = (
    ("search", lambda _: False),
    ("mixed", lambda seat: seat % 2 == 0),
    ("mixed", lambda seat: seat % 2 == 1),
)
SUMMED = [f"{lineup}{what}" for lineup in ("search", "mixed") for what in ("", " gain", " gain squared")]


class TimedPolicies(EndgamePolicies):
    """Records the result of every position and its time."""

    def __init__(self, workspace: SearchWorkspace) -> None:
        super().__init__(workspace)
        self.searches: dict[PublicPosition, tuple[PolicySearch, float]] = {}

    def begin(self, position: PublicPosition) -> PolicySearch:
        started = time.process_time()
        search = super().begin(position)
        self.searches.setdefault(position, (search, 1000 * (time.process_time() - started)))
        return search


class Endings:
    """Endgames with one number of players."""

    def __init__(self, players: int) -> None:
        self.budget = budget_for(players)
        self.workspace = SearchWorkspace(STANDARD, players, self.budget.max_worlds)
        self.policies = TimedPolicies(self.workspace)
        self.arrays = self.workspace.search
        # Compile before anything is timed.
        play_worlds(self.arrays, np.zeros((0, 1), np.int8), np.zeros(0, np.int64))

    def search_until(self, deck: int) -> None:
        search_until(self.arrays, self.budget, deck, np.zeros(0, np.int16))

    def score(self, is_hat: Callable[[int], bool], follower: PolicyFollower | None) -> int:
        """Play the game in `GAME` to its end, and return its score."""
        states, action = self.arrays.hat.states, -1
        while states[GAME]["outcome"] == RUNNING:
            if follower is not None:
                follower.observe(action)
            copy_view(self.arrays)
            view = unpack(states[VIEW : VIEW + 1], State())
            prescribed = None if follower is None else follower.move(view)
            if is_hat(view.player):
                action = int(hat_move(self.arrays.hat))
            elif prescribed is not None:
                action = prescribed
            else:
                action = int(search_action(self.arrays, self.budget, UNLIMITED)[0])
            apply_move(self.arrays, action)
        return int(states[GAME]["score"])

    def measure(self, first: int, deals: int) -> Sums:
        policies, sums = self.policies, dict.fromkeys(SUMMED, 0.0)
        for deal in range(first, first + deals):
            deal_search_game(self.arrays, SEED, deal)
            self.search_until(policies.deck)
            states, publics, stream = self.arrays.hat.states, self.arrays.hat.publics, self.arrays.stream
            saved = states[GAME : GAME + 1].copy(), publics[0:1].copy(), stream.copy()
            for lineup, hats in LINEUPS:
                scores = []
                for follower in (None, PolicyFollower(policies)):
                    states[GAME : GAME + 1], publics[0:1], stream[:] = saved
                    scores.append(self.score(hats, follower))
                sums[lineup] += scores[0]
                sums[f"{lineup} gain"] += scores[1] - scores[0]
                sums[f"{lineup} gain squared"] += (scores[1] - scores[0]) ** 2
        outcomes = [search for search, _ in policies.searches.values()]
        times = [ms for _, ms in policies.searches.values()]
        sums["positions"] = len(outcomes)
        sums["too large"] = sum(str(search.why_not).startswith("too many") for search in outcomes)
        sums["begun"] = sum(search.joint_policy is not None for search in outcomes)
        sums["ms"], sums["longest ms"] = sum(times), max(times, default=0.0)
        return sums | {"deals": deals}


def add_sums(one: Sums, other: Sums) -> Sums:
    return {name: max(one[name], other[name]) if name == "longest ms" else one[name] + other[name] for name in other}


def gain(sums: Sums, lineup: str) -> str:
    """The mean score of search alone; the mean gain per game and its standard error."""
    games = sums["deals"] * sum(name == lineup for name, _ in LINEUPS)
    mean = sums[f"{lineup} gain"] / games
    error = (max(sums[f"{lineup} gain squared"] / games - mean * mean, 0.0) / games) ** 0.5
    return f"{sums[lineup] / games:.3f} | {mean:+.4f} ± {error:.4f}"


def print_table(saved: dict[str, Sums]) -> None:
    columns = ("players", "deals", "positions tried", "too large", "policy started", "ms per position", "longest ms")
    columns += ("search alone", "gain", "with hat bots: search alone", "gain")
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for players, sums in sorted(saved.items()):
        numbers = " | ".join(f"{sums[name]:,.0f}" for name in ("deals", "positions", "too large", "begun"))
        times = f"{sums['ms'] / max(sums['positions'], 1):.0f} | {sums['longest ms']:.0f}"
        print(f"| {players} | {numbers} | {times} | {gain(sums, 'search')} | {gain(sums, 'mixed')} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=0, help="number of deals to add")
    options = parser.parse_args()
    saved: dict[str, Sums] = json.loads(options.file.read_text()) if options.file.exists() else {}
    if options.deals:
        before = saved.get(str(options.players))
        sums = Endings(options.players).measure(int(before["deals"]) if before else 0, options.deals)
        saved[str(options.players)] = add_sums(before, sums) if before else sums
        options.file.write_text(json.dumps(saved, indent=2) + "\n")
    print_table(saved)


if __name__ == "__main__":
    main()
