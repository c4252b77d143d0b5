"""Memory for whole compiled games of team players."""

import importlib
from collections.abc import Sequence
from types import ModuleType

import numpy as np

from hanabi.bots.team.fitted_choice import choice_for
from hanabi.compiled.arrays import ActionLog, Numbers
from hanabi.compiled.dtypes import RULES, STATE, pack
from hanabi.rules.rule_tables import kernel_rules, kind_of_card
from hanabi.rules.ruleset import RuleSet


class TeamWorkspace:
    """Memory for games under these rules; `play` fills in scores, outcomes and, where it has rows, the log.

    All seats have the same conventions, or each its own (masks, see `engine/level_table.py`).
    """

    def __init__(self, rules: RuleSet, players: int, conventions: int | Sequence[int]) -> None:
        # Numba loads only where games are played.
        self._games: ModuleType = importlib.import_module("hanabi.bots.team.compiled.games")
        calls = importlib.import_module("hanabi.bots.team.compiled.mind_calls")
        masks = [conventions] * players if isinstance(conventions, int) else conventions
        self.conventions = np.array(masks, np.int64)
        minds = calls.blank_minds(players)
        for name, value in choice_for(players, among_team=True).items():
            minds[name][:] = value
        self.arrays = self._games.TeamArrays(
            rules=pack(kernel_rules(rules, players), RULES),
            states=np.zeros(1, STATE),
            minds=minds,
            cards=np.array([kind_of_card(rules, card) for card in rules.cards], np.int8),
        )

    def play(self, seed: int, first: int, scores: Numbers, outcomes: Numbers, log: ActionLog) -> None:
        self._games.team_games(self.arrays, self.conventions, seed, first, scores, outcomes, log)
