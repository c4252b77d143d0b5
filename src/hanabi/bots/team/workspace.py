"""Room for whole compiled games of team players."""

import importlib
from typing import Any

import numpy as np

from hanabi.bots.team.engine.weights import weights_for
from hanabi.native.dtypes import RULES, STATE, pack
from hanabi.rules.compiled_rules import compiled, kind_of
from hanabi.rules.ruleset import RuleSet


class TeamWorkspace:
    """Memory for games under these rules; `play` fills in scores, outcomes and, where it has rows, the log."""

    def __init__(self, rules: RuleSet, players: int, level: int) -> None:
        self._games: Any = importlib.import_module("hanabi.bots.team.native.games")
        calls: Any = importlib.import_module("hanabi.bots.team.native.mind_calls")
        self.level = level
        self.rules = pack(compiled(rules, players), RULES)
        self.states = np.zeros(1, STATE)
        self.minds = calls.blank_minds(players)
        self.minds["weights"][:] = weights_for(players, self.minds["weights"].shape[1])
        self.cards = np.array([kind_of(rules, card) for card in rules.cards], np.int8)

    def play(self, seed: int, first: int, scores: Any, outcomes: Any, log: Any) -> None:
        self._games.team_games(
            self.rules, self.states, self.minds, self.cards, seed, first, self.level, scores, outcomes, log
        )
