"""The hat player's records as NumPy memory."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hanabi.bots.hat.layout import Public, Tables
from hanabi.kernels.layout import MAX_RANKS, Rules, fields
from hanabi.native.memory import dtype_of

TABLES = dtype_of(Tables)
PUBLIC = dtype_of(Public)
HABITS = tuple(name for name, shape in fields(Tables).items() if not shape.size)[:-3]


def tables_for(r: Rules, habits: Mapping[str, int]) -> Any:
    """The tables for compiled rules, as a one-element array."""
    made = np.zeros(1, TABLES)
    t = made[0]
    for name in HABITS:
        t[name] = habits[name]
    colors = (1 << r.colors) - 1
    kinds = [kind for kind in range(r.suits * MAX_RANKS) if r.all_kinds >> kind & 1]
    named = {kind: r.clues_of[kind] & colors for kind in kinds}
    for kind in kinds:
        suit = kind // MAX_RANKS
        t["by_step"][suit * MAX_RANKS + r.step[kind]] = kind
        t["suit_kinds"][suit] |= 1 << kind
        t["step_kinds"][r.step[kind]] |= 1 << kind
        t["same_rank"][kind] = mask_of(other for other in kinds if other % MAX_RANKS == kind % MAX_RANKS)
        t["color_subset"][kind] = mask_of(other for other in kinds if named[other] & ~named[kind] == 0)
    t["colored"] = mask_of(kind for kind in kinds if named[kind])
    t["wild"] = mask_of(kind for kind in kinds if named[kind] & (named[kind] - 1))
    t["simple"] = int(all(named[kind] and not named[kind] & (named[kind] - 1) for kind in kinds))
    return made


def mask_of(kinds: Any) -> int:
    return sum(1 << kind for kind in kinds)
