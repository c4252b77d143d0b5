"""Decision trees that say how much people favor a move, fitted to their games by `benchmarks/fit_team.py`.

`choice_trees.json` holds them one after the other: for each inner node the column it looks at, the most that goes left,
and its two children, where a number from 0 is an inner node of the same tree and ~n its leaf n; for each leaf what it
adds to the score. All are whole numbers, leaves in thousandths.
"""

import json
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hanabi.bots.team.move_features import COLUMNS

FILE = Path(__file__).with_name("choice_trees.json")


class ChoiceTree(NamedTuple):
    column: list[int]
    most: list[int]
    left: list[int]
    right: list[int]
    leaves: list[int]

    def score(self, row: Sequence[int]) -> int:
        at = 0
        while at >= 0:
            at = self.left[at] if row[self.column[at]] <= self.most[at] else self.right[at]
        return self.leaves[~at]


@cache
def choice_trees() -> tuple[ChoiceTree, ...]:
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    order = [COLUMNS.index(name) for name in stored["columns"]]
    return tuple(
        ChoiceTree(**tree | {"column": [order[column] for column in tree["column"]]}) for tree in stored["trees"]
    )


def favor_of(row: Sequence[int]) -> int:
    """How much people favor a move, a row by `COLUMNS`."""
    return sum(tree.score(row) for tree in choice_trees())


@cache
def trees_digest() -> int:
    """Tells one file of trees from another."""
    return zlib.crc32(FILE.read_bytes())
