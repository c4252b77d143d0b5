"""The hat player at a table."""

from functools import lru_cache

from hanabi.bots.bot import GameChunk
from hanabi.bots.hat.games import hat_move, play_hat_games
from hanabi.bots.hat.view_replay import load_view
from hanabi.bots.hat.workspace import HatWorkspace, parameters_for
from hanabi.rules import Action, RuleSet, View, action_of_id


class HatBot:
    """Plays hat guessing with teammates who do the same: every clue is a message to all of them."""

    name = "hat"
    chunk_games = 2000
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

    def play_games(self, chunk: GameChunk) -> None:
        arrays = HatWorkspace(chunk.rules, chunk.players).arrays
        play_hat_games(arrays, chunk.seed, chunk.first, chunk.scores, chunk.outcomes, chunk.broken, chunk.log)
