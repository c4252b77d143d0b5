"""Delayed play: the focus fits after cards that are promised already and not played yet."""

from hanabi.kernels.layout import HIDDEN, Rules

from .. import inline, kernel
from ..card_sets import is_single
from ..layout import Mind
from ..level_table import KNOWS_DELAYED_PLAY
from ..promises import literal, promised


@kernel
def on_their_way(r: Rules, m: Mind, focus: int) -> int:
    """Kinds that somebody knows to hold exactly, and will play without being asked."""
    kinds = 0
    for seat in range(r.players):
        for slot in range(m.held[seat]):
            cell = m.hands[seat][slot]
            if cell == focus or m.clues[cell] | m.marks[cell] == 0:
                continue
            known = literal(m, cell)
            if not is_single(known):
                known = promised(m, cell)
            seen = m.kinds[cell]
            if is_single(known) and (seen == HIDDEN or known == 1 << seen):
                kinds |= known
    return kinds


@inline
def can_wait(m: Mind) -> bool:
    """For cards that are on their way."""
    return m.conventions & KNOWS_DELAYED_PLAY != 0
