"""The hat player at a table."""

from functools import lru_cache

from hanabi.bots.compiled_bot import GameChunk
from hanabi.bots.hat.games import choose_action, play_games
from hanabi.bots.hat.view_replay import load_view
from hanabi.bots.hat.workspace import HatWorkspace, parameters_for
from hanabi.rules.action_ids import action_of_id
from hanabi.rules.actions import Action
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.views import View


class HatBot:
    """Plays hat guessing with teammates who do the same: every clue is a message to all of them."""

    name = "hat"
    chunk_games = 2000
    searches = False

    def __init__(self) -> None:
        self._workspace = lru_cache(maxsize=4)(_workspace)

    def choose(self, view: View) -> Action:
        assert view.seat is not None
        workspace = self._workspace(view.rules, len(view.names))
        load_view(workspace, view, view.seat)
        number = int(choose_action(workspace.arrays))
        return action_of_id(view.rules, view.rule_tables, view.erased, number)

    def parameters(self, rules: RuleSet, players: int) -> dict[str, int]:
        return parameters_for(rules, players)

    def play_games(self, chunk: GameChunk) -> None:
        arrays = HatWorkspace(chunk.rules, chunk.players).arrays
        play_games(arrays, chunk.seed, chunk.first, chunk.scores, chunk.outcomes, chunk.broken, chunk.log)


def _workspace(rules: RuleSet, players: int) -> HatWorkspace:
    return HatWorkspace(rules, players)
