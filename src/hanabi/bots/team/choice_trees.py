"""Decision trees that say how much people favor a move, fitted to their games by `benchmarks/fit_team.py`.

`choice_trees.json` holds them one after the other: for each inner node the column it looks at, the most that goes left,
and its two children, where a number from 0 is an inner node of the same tree and ~n its leaf n; for each leaf what it
adds to the score. All are whole numbers, leaves in thousandths.
"""

import json
import zlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabi.bots.team.move_features import COLUMNS

FILE = Path(__file__).with_name("choice_trees.json")
Numbers = NDArray[np.int64]


class ChoiceTrees(NamedTuple):
    """Each field but the depth has a row for each tree; trees with fewer nodes than others are filled up."""

    column: Numbers
    most: Numbers
    left: Numbers
    right: Numbers
    leaves: Numbers
    depth: int

    def scores(self, rows: list[list[int]]) -> list[int]:
        """Of moves, each a row by `COLUMNS`."""
        values = np.array(rows, np.int64)
        trees = np.arange(len(self.column))
        moves = np.arange(len(values))[:, None]
        at = np.zeros((len(values), len(trees)), np.int64)
        for _ in range(self.depth):
            inner = np.maximum(at, 0)
            goes_left = values[moves, self.column[trees, inner]] <= self.most[trees, inner]
            below = np.where(goes_left, self.left[trees, inner], self.right[trees, inner])
            at = np.where(at < 0, at, below)
        return [int(score) for score in self.leaves[trees, ~at].sum(axis=1)]


@cache
def choice_trees() -> ChoiceTrees:
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    order = [COLUMNS.index(name) for name in stored["columns"]]
    most_nodes = max(len(tree["most"]) for tree in stored["trees"])

    def filled(name: str, width: int) -> Numbers:
        return np.array([tree[name] + [0] * (width - len(tree[name])) for tree in stored["trees"]], np.int64)

    column = np.array(order)[filled("column", most_nodes)]
    return ChoiceTrees(
        column,
        filled("most", most_nodes),
        filled("left", most_nodes),
        filled("right", most_nodes),
        filled("leaves", most_nodes + 1),
        stored["depth"],
    )


@cache
def trees_digest() -> int:
    """Tells one file of trees from another."""
    return zlib.crc32(FILE.read_bytes())
