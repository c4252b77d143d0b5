"""The searching player's memory."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from hanabi.bots.hat.workspace import HatArrays, HatWorkspace
from hanabi.compiled.dtypes import Kinds, Numbers
from hanabi.kernels import MAX_HAND, MAX_KINDS
from hanabi.kernels.layout import MAX_CARDS
from hanabi.rules import RuleSet

MAX_MOVES = 64


class SearchArrays(NamedTuple):
    """The arrays that the searching player's kernels work in."""

    hat: HatArrays
    moves: Numbers  # the candidates
    scores: Numbers  # candidates × worlds
    worlds: Kinds  # listed worlds: a row holds the player's hand, then the deck; one spare row
    counts: Numbers  # copies of each kind that the player to act does not see; the second row is scratch
    stream: Numbers  # the random stream: its key and its place


class SearchWorkspace(HatWorkspace):
    """Memory for a search in at most `worlds` worlds."""

    def __init__(self, rules: RuleSet, players: int, worlds: int, parameters: Mapping[str, int] | None = None) -> None:
        super().__init__(rules, players, parameters)
        self.search = SearchArrays(
            self.arrays,
            moves=np.zeros(MAX_MOVES, np.int64),
            scores=np.zeros((MAX_MOVES, worlds), np.int64),
            worlds=np.zeros((worlds + 1, MAX_HAND + MAX_CARDS), np.int8),
            counts=np.zeros((2, MAX_KINDS), np.int64),
            stream=np.zeros(2, np.int64),
        )
