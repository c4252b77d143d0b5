"""Delayed play: the focus fits after cards that are promised already and not played yet."""

from hanabi.kernels.layout import HIDDEN, MAX_HAND, Rules

from .. import inline, kernel
from ..card_sets import is_single
from ..layout import Mind
from ..level_table import KNOWS_DELAYED_PLAY
from ..promises import literal, promised_face


@kernel
def look_for_coming(r: Rules, m: Mind, focus: int) -> None:
    """Note the kinds that somebody knows to hold exactly, beside the focus, and will play without being asked."""
    kinds = 0
    for cell in range(r.players * MAX_HAND):
        if cell != focus and m.clues[cell] | m.marks[cell]:
            face = literal(m, cell)
            if not is_single(face):
                kinds |= promised_face(m, cell)
            elif m.kinds[cell] == HIDDEN or face == 1 << m.kinds[cell]:
                kinds |= face
    m.coming = kinds


@inline
def can_wait(m: Mind) -> bool:
    """For cards that are on their way."""
    return m.conventions & KNOWS_DELAYED_PLAY != 0
