"""Missing card: once the deck is empty, a playable card that is seen nowhere is one's own newest unclued card."""

from .. import Rules, cards, kernel, levels, promises
from ..layout import BLIND, NO_CELL, Mind
from .finesse import newest_untouched

KNOWS = levels.switch(levels.FINESSING, 5)


@kernel
def call_by_counting(r: Rules, m: Mind) -> None:
    """With an empty deck, cards that this seat sees nowhere are in its own hand: call for the newest unclued card.

    Not if a touched card may be the missing one.
    """
    missing, drawn = 0, m.table.held[m.me]
    for kind in range(cards.kind_count(r)):
        drawn -= m.table.hidden[kind]
        if m.table.hidden[kind] and m.table.playable >> kind & 1:
            missing |= 1 << kind
    if drawn or m.conventions & KNOWS == 0:
        return
    for slot in range(m.table.held[m.me]):
        cell = m.table.hands[m.me][slot]
        if m.cards.marks[cell] & BLIND and m.cards.giver[cell] == m.me:
            promises.withdraw_call(m, cell)
        if promises.is_touched(m, cell):
            missing &= ~promises.literal(m, cell)
    cell = newest_untouched(m, m.me, 0)
    if cell != NO_CELL and promises.literal(m, cell) & missing:
        promises.mark_blind(m, cell, m.me)
        m.cards.inferred[cell] = promises.literal(m, cell) & missing
