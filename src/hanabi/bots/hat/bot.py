"""The hat player at a table."""

from functools import lru_cache

import numpy as np

from hanabi.bots.bot import BatchSeat, GameChunk
from hanabi.bots.hat.games import follow_hat_seat, hat_move, play_hat_games
from hanabi.bots.hat.view_replay import load_view
from hanabi.bots.hat.workspace import PUBLIC, HatWorkspace, parameters_for
from hanabi.compiled.compilation import has_machine_code
from hanabi.compiled.dtypes import Numbers, Records
from hanabi.rules import Action, RuleSet, View, action_of_id


class HatBot:
    """Plays hat guessing with teammates who do the same: every clue is a message to all of them."""

    name = "hat"
    chunk_games = 2000
    quick_games, quick_chunk_games = 1000, 200
    searches = False

    def __init__(self) -> None:
        self._workspace = lru_cache(maxsize=4)(HatWorkspace)

    def choose(self, view: View) -> Action:
        assert view.seat is not None
        workspace = self._workspace(view.rules, len(view.names))
        load_view(workspace, view, view.seat)
        number = int(hat_move(workspace.arrays))
        return action_of_id(view.rules, view.rule_tables, view.erased, number)

    def parameters(self, rules: RuleSet, players: int) -> dict[str, int]:
        return parameters_for(rules, players)

    def in_batch(self, rules: RuleSet, players: int, seat: int, games: int) -> BatchSeat:
        return HatSeat(rules, players, seat, games)

    def play_games(self, chunk: GameChunk) -> None:
        arrays = HatWorkspace(chunk.rules, chunk.players).arrays
        play_hat_games(arrays, chunk.seed, chunk.first, chunk.scores, chunk.outcomes, chunk.broken, chunk.log)

    def is_compiled(self) -> bool:
        return has_machine_code(play_hat_games)

    def interpret_games(self, chunk: GameChunk) -> None:
        from hanabi.bots.hat.interpreted import games, workspace

        arrays = workspace.plain_arrays(chunk.rules, chunk.players)
        games.play_hat_games(arrays, chunk.seed, chunk.first, chunk.scores, chunk.outcomes, chunk.broken, chunk.log)


class HatSeat:
    """A hat player in one seat of every game of a batch."""

    def __init__(self, rules: RuleSet, players: int, seat: int, games: int) -> None:
        self._arrays = HatWorkspace(rules, players).arrays
        self._publics, self._seat = np.zeros(games, PUBLIC), seat

    def follow(self, states: Records, done: Numbers, chosen: Numbers, start: int, stop: int) -> None:
        follow_hat_seat(self._arrays, self._publics, states, self._seat, done, chosen, (start, stop))
