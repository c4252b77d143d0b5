"""Missing card: without a deck, what fits and is seen nowhere is the own newest card without a clue."""

from hanabi.kernels.layout import Rules

from .. import kernel
from ..blind_calls import mark_blind
from ..layout import BLIND, EVERYTHING, NO_CELL, Mind
from ..level_table import KNOWS_MISSING_CARD
from ..promises import is_touched, literal
from ..referee import kind_count
from .finesse import newest_untouched


@kernel
def call_by_counting(r: Rules, m: Mind) -> None:
    """Without a deck what this seat sees nowhere is in its own hand: if it fits, it is the newest card without a clue.

    Unless a clued card may be it, or somebody calls for another one.
    """
    missing, drawn = 0, m.held[m.me]
    for kind in range(kind_count(r)):
        drawn -= m.hidden[kind]
        if m.hidden[kind] and m.playable >> kind & 1:
            missing |= 1 << kind
    if drawn or m.conventions & KNOWS_MISSING_CARD == 0:
        return
    for slot in range(m.held[m.me]):
        cell = m.hands[m.me][slot]
        if m.marks[cell] & BLIND and m.giver[cell] == m.me:
            m.marks[cell] &= ~BLIND
            m.inferred[cell] = EVERYTHING
        if is_touched(m, cell):
            missing &= ~literal(m, cell)
    cell = newest_untouched(m, m.me, 0)
    if cell != NO_CELL and literal(m, cell) & missing:
        mark_blind(m, cell, m.me)
        m.inferred[cell] = literal(m, cell) & missing
