"""Our own figures beyond those of `hanabi bench`: lengths of games, batches of other sizes, single moves."""

import numpy as np

from hanabi.chance import Stream
from hanabi.compiled.dtypes import RULES, STATE, pack
from hanabi.compiled.random_play import play_random_moves
from hanabi.game import Game
from hanabi.rules import RuleSet, kernel_rules
from hanabi.simulation.batch import Batch, unshuffled
from hanabi.simulation.observation import STANDARD
from hanabi.simulation.speed import CHUNK, Effort, rate, stepped

SIZES = (64, 512, 4096, 65536)


def moves_a_game(players: int, rules: RuleSet = STANDARD) -> float:
    tables = pack(kernel_rules(rules, players), RULES).view(np.uint8)
    blank = pack(unshuffled(rules, players), STATE).view(np.uint8)
    ended, _, _ = play_random_moves(tables, blank, 1, CHUNK, 0)
    return round(CHUNK / int(ended), 1)


def costs_by_batch_size(effort: Effort) -> dict[str, float]:
    """Nanoseconds per move for batches of very different sizes."""
    return {str(games): 1e9 / rate(stepped(Batch(STANDARD, 2, games=games, seed=1)), effort).median for games in SIZES}


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
