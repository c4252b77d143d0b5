"""The searching player's memory."""

from collections.abc import Mapping

import numpy as np

from hanabi.bots.hat.workspace import HatWorkspace
from hanabi.bots.search.candidates import MAX_MOVES
from hanabi.kernels.layout import MAX_CARDS, MAX_HAND, MAX_KINDS
from hanabi.rules.ruleset import RuleSet


class SearchWorkspace(HatWorkspace):
    """Beside the hat player's: candidate moves, their scores world by world, and counts of unseen cards."""

    def __init__(self, rules: RuleSet, players: int, worlds: int, habits: Mapping[str, int] | None = None) -> None:
        super().__init__(rules, players, habits)
        self.worlds = worlds
        self.moves = np.zeros(MAX_MOVES, np.int64)
        self.lines = np.zeros((MAX_MOVES, worlds), np.int64)
        self.book = np.zeros((worlds + 1, MAX_HAND + MAX_CARDS), np.int8)
        self.counts = np.zeros((2, MAX_KINDS), np.int64)
        self.stream = np.zeros(2, np.int64)
