"""Points that the exact endgame solver gains for the search bot: `benchmarks/endings.py FILE --players 2 --deals 100`.

Every deal is played by searching up to the end game, and from there twice: by searching alone, and by the joint policy
where it is begun. The same again with hat players in every other seat. FILE keeps the sums, so that further runs add
deals; without `--deals` its table is printed. Times are processor time.
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from hanabi.bots.hat.games import choice
from hanabi.bots.search.budget import worlds_for
from hanabi.bots.search.endgame import GAME, EndgamePolicies, Follower, PublicPosition, play_all
from hanabi.bots.search.games import ENDLESS, VIEW, look, move, search_on, start
from hanabi.bots.search.rollouts import search_action
from hanabi.bots.search.workspace import SearchWorkspace
from hanabi.kernels.layout import RUNNING, State
from hanabi.native.dtypes import unpack
from hanabi.simulation.default_rules import STANDARD
from hanabi.solvers.endgame.joint_policy import Begun

SEED = 21
Sums = dict[str, float]
# Which seats are hat players.
LINEUPS: tuple[tuple[str, Callable[[int], bool]], ...] = (
    ("search", lambda _: False),
    ("mixed", lambda seat: seat % 2 == 0),
    ("mixed", lambda seat: seat % 2 == 1),
)
SUMMED = [f"{lineup}{what}" for lineup in ("search", "mixed") for what in ("", " gain", " gain squared")]


class TimedEndGame(EndgamePolicies):
    """Notes what became of every position and how long it took."""

    def __init__(self, workspace: SearchWorkspace) -> None:
        super().__init__(workspace)
        self.found: dict[PublicPosition, tuple[Begun, float]] = {}

    def begin(self, position: PublicPosition) -> Begun:
        started = time.process_time()
        found = super().begin(position)
        self.found.setdefault(position, (found, 1000 * (time.process_time() - started)))
        return found


class Endings:
    """The ends of games of one number of players."""

    def __init__(self, players: int) -> None:
        worlds, self.margin = worlds_for(players)
        self.workspace = SearchWorkspace(STANDARD, players, worlds)
        self.end = TimedEndGame(self.workspace)
        d, none = self.workspace, np.zeros((0, 1), np.int8)
        play_all(
            d.rules, d.hat_tables, d.states, d.words, d.publics, d.public_words, d.stream, none, np.zeros(0, np.int64)
        )  # fmt: skip  # compiled before anything is timed

    def searched_until(self, deck: int) -> None:
        d = self.workspace
        search_on(
            d.rules, d.hat_tables, d.states, d.words, d.publics, d.public_words, d.moves, d.lines, d.book, d.counts,
            d.stream, d.worlds, self.margin, deck, np.zeros(0, np.int16),
        )  # fmt: skip

    def score(self, is_hat: Callable[[int], bool], follower: Follower | None) -> int:
        """Of the game in `GAME`, played to its end."""
        d, action = self.workspace, -1
        while d.states[GAME]["outcome"] == RUNNING:
            if follower is not None:
                follower.see(action)
            look(d.rules, d.states, d.words)
            view = unpack(d.states[VIEW : VIEW + 1], State())
            agreed = None if follower is None else follower.move(view)
            if is_hat(view.player):
                action = int(choice(d.rules, d.hat_tables, d.states[VIEW], d.publics))
            elif agreed is not None:
                action = agreed
            else:
                action = int(
                    search_action(
                        d.rules, d.hat_tables, d.states, d.words, d.publics, d.public_words, d.moves, d.lines, d.book,
                        d.counts, d.stream, d.worlds, self.margin, ENDLESS,
                    )[0]
                )  # fmt: skip
            move(d.rules, d.hat_tables, d.states, d.publics, d.stream, action)
        return int(d.states[GAME]["score"])

    def measure(self, first: int, deals: int) -> Sums:
        d, end, sums = self.workspace, self.end, dict.fromkeys(SUMMED, 0.0)
        for deal in range(first, first + deals):
            start(d.rules, d.hat_tables, d.states, d.publics, d.stream, d.cards, SEED, deal)
            self.searched_until(end.deck)
            saved = d.states[GAME : GAME + 1].copy(), d.publics[0:1].copy(), d.stream.copy()
            for lineup, hats in LINEUPS:
                scores = []
                for follower in (None, Follower(end)):
                    d.states[GAME : GAME + 1], d.publics[0:1], d.stream[:] = saved
                    scores.append(self.score(hats, follower))
                sums[lineup] += scores[0]
                sums[f"{lineup} gain"] += scores[1] - scores[0]
                sums[f"{lineup} gain squared"] += (scores[1] - scores[0]) ** 2
        outcomes = [begun for begun, _ in end.found.values()]
        taken = [ms for _, ms in end.found.values()]
        sums["positions"] = len(outcomes)
        sums["too large"] = sum(str(begun.why_not).startswith("too many") for begun in outcomes)
        sums["begun"] = sum(begun.agreement is not None for begun in outcomes)
        sums["ms"], sums["longest ms"] = sum(taken), max(taken, default=0.0)
        return sums | {"deals": deals}


def added(one: Sums, other: Sums) -> Sums:
    return {name: max(one[name], other[name]) if name == "longest ms" else one[name] + other[name] for name in other}


def gain(sums: Sums, lineup: str) -> str:
    """Mean of a game and its standard error."""
    games = sums["deals"] * sum(name == lineup for name, _ in LINEUPS)
    mean = sums[f"{lineup} gain"] / games
    error = (max(sums[f"{lineup} gain squared"] / games - mean * mean, 0.0) / games) ** 0.5
    return f"{sums[lineup] / games:.3f} | {mean:+.4f} ± {error:.4f}"


def print_table(saved: dict[str, Sums]) -> None:
    columns = ("players", "deals", "positions tried", "too large", "policy begun", "ms a position", "longest ms")
    columns += ("searching alone", "gain", "with hat players: searching alone", "gain")
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for players, sums in sorted(saved.items()):
        numbers = " | ".join(f"{sums[name]:,.0f}" for name in ("deals", "positions", "too large", "begun"))
        times = f"{sums['ms'] / max(sums['positions'], 1):.0f} | {sums['longest ms']:.0f}"
        print(f"| {players} | {numbers} | {times} | {gain(sums, 'search')} | {gain(sums, 'mixed')} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=0, help="so many more deals")
    chosen = parser.parse_args()
    saved: dict[str, Sums] = json.loads(chosen.file.read_text()) if chosen.file.exists() else {}
    if chosen.deals:
        before = saved.get(str(chosen.players))
        sums = Endings(chosen.players).measure(int(before["deals"]) if before else 0, chosen.deals)
        saved[str(chosen.players)] = added(before, sums) if before else sums
        chosen.file.write_text(json.dumps(saved, indent=2) + "\n")
    print_table(saved)


if __name__ == "__main__":
    main()
