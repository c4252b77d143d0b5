"""Missing card: once the deck is empty, a playable card that is seen nowhere is one's own newest unclued card."""

from hanabi.kernels import Rules

from .. import cards, kernel, levels, promises
from ..layout import BLIND, EVERYTHING, NO_CELL, Mind
from .finesse import newest_untouched


@kernel
def call_by_counting(r: Rules, m: Mind) -> None:
    """With an empty deck, cards that this seat sees nowhere are in its own hand: call for the newest unclued card.

    Not if a touched card may be the missing one.
    """
    missing, drawn = 0, m.held[m.me]
    for kind in range(cards.kind_count(r)):
        drawn -= m.hidden[kind]
        if m.hidden[kind] and m.playable >> kind & 1:
            missing |= 1 << kind
    if drawn or m.conventions & levels.KNOWS_MISSING_CARD == 0:
        return
    for slot in range(m.held[m.me]):
        cell = m.hands[m.me][slot]
        if m.marks[cell] & BLIND and m.giver[cell] == m.me:
            m.marks[cell] &= ~BLIND
            m.inferred[cell] = EVERYTHING
        if promises.is_touched(m, cell):
            missing &= ~promises.literal(m, cell)
    cell = newest_untouched(m, m.me, 0)
    if cell != NO_CELL and promises.literal(m, cell) & missing:
        promises.mark_blind(m, cell, m.me)
        m.inferred[cell] = promises.literal(m, cell) & missing
