"""Our own rates: inside compiled code, batches from Python, observations, clones, threads, single moves."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from benchmarks.speed import flat_loop
from benchmarks.speed.rate import Effort, Rate, rate

from hanabi.chance import Stream
from hanabi.compiled.dtypes import RULES, STATE, pack
from hanabi.compiled.random_play import play_random_moves
from hanabi.game import Game
from hanabi.rules import RuleSet, kernel_rules
from hanabi.simulation.batch import Batch, fixed_loops_of, unshuffled
from hanabi.simulation.observation import STANDARD

GAMES = 4096
SIZES = (64, 512, 4096, 65536)
CHUNK = 100_000


def raw(players: int, effort: Effort, *, clones: bool = False, rules: RuleSet = STANDARD) -> Rate:
    """Random play inside compiled code: legal actions, a choice, the turn, deals."""
    tables = pack(kernel_rules(rules, players), RULES).view(np.uint8)
    blank = pack(unshuffled(rules, players), STATE).view(np.uint8)
    fixed = fixed_loops_of(players).play_random_moves if rules == STANDARD else None

    def play() -> int:
        if fixed:
            fixed(blank, 1, CHUNK, int(clones))
        else:
            play_random_moves(tables, blank, 1, CHUNK, int(clones))
        return CHUNK

    return rate(play, effort)


def moves_a_game(players: int, rules: RuleSet = STANDARD) -> float:
    tables = pack(kernel_rules(rules, players), RULES).view(np.uint8)
    blank = pack(unshuffled(rules, players), STATE).view(np.uint8)
    ended, _, _ = play_random_moves(tables, blank, 1, CHUNK, 0)
    return round(CHUNK / int(ended), 1)


def stepped(batch: Batch, effort: Effort, clock: Any = time.process_time) -> Rate:
    """Random play from Python: a random legal action for every game, one step, all arrays written."""
    batch.reset()
    steps = max(1, 4096 // batch.games)

    def play() -> int:
        for _ in range(steps):
            batch.step(batch.random_actions())
        return steps * batch.games

    return rate(play, effort, clock)


def batched(players: int, effort: Effort, *, games: int = GAMES) -> Rate:
    return stepped(Batch(STANDARD, players, games=games, seed=1), effort)


def observed(players: int, effort: Effort, *, everybody: bool = False) -> Rate:
    return stepped(Batch(STANDARD, players, games=GAMES, seed=1, observe="all" if everybody else "player"), effort)


def against_flat_loop(players: int, mode: str, effort: Effort) -> tuple[Rate, Rate]:
    """The rate of the flat loop in C++, and our rate divided by it; by turns, so that both meet the same load."""
    observe = mode == "observed"
    flat = flat_loop.FlatBatch(players, games=GAMES, seed=1, observe=observe)
    flat.reset()

    def play_raw() -> int:
        flat_loop.play_random_moves(players, 1, CHUNK)
        return CHUNK

    def step() -> int:
        flat.random_step()
        return GAMES

    own: dict[str, Callable[[int, Effort], Rate]] = {"raw": raw, "batch": batched, "observed": observed}
    once = Effort(effort.seconds / 2, 1)
    rates, ratios = [], []
    for _ in range(2 * effort.runs):
        theirs = rate(play_raw if mode == "raw" else step, once).median
        ours = own[mode](players, once).median
        rates.append(theirs)
        ratios.append(ours / theirs)
    return Rate.of(rates), Rate.of(ratios)


def threads_gain(effort: Effort) -> dict[str, float]:
    """One thread and two by wall-clock time, alternating, in short runs of which the best counts.

    When other work uses a core, wall-clock time cannot show the gain of two threads; so CPU time per move is compared
    too: `cpu_gain` is the gain that two free cores would give (2 would be ideal).
    """
    batches = {count: Batch(STANDARD, 2, games=4 * GAMES, seed=1, threads=count) for count in (1, 2)}
    wall, cpu = dict.fromkeys(batches, 0.0), dict.fromkeys(batches, 0.0)
    short = Effort(effort.seconds / 4, 1)
    for _ in range(4 * effort.runs):
        for count, batch in batches.items():
            wall[count] = max(wall[count], stepped(batch, short, time.perf_counter).high)
    for count, batch in batches.items():
        cpu[count] = stepped(batch, effort).median
    return {
        "one_thread": wall[1],
        "two_threads": wall[2],
        "gain": wall[2] / wall[1],
        "cpu_gain": 2 * cpu[2] / cpu[1],
    }


def costs_by_batch_size(effort: Effort) -> dict[str, float]:
    """Nanoseconds per move for batches of very different sizes."""
    return {str(games): 1e9 / batched(2, effort, games=games).median for games in SIZES}


def single_move(effort: Effort) -> float:
    """Microseconds of CPU for one move of a Game: legal actions and `act`, every check and event included."""
    numbers = Stream("bench", "choices")
    games = iter(range(10**9))

    def play() -> int:
        game, moves = Game.new(rules=STANDARD, players=2, seed=next(games)), 0
        while game.player is not None:
            legal = game.legal_actions()
            game.act(legal[numbers.below(len(legal))])
            moves += 1
        return moves

    return 1e6 / rate(play, effort).median
