"""Self-finesse: if nobody else can hold the missing card, it is the receiver's own newest unclued card.

The same code reads a prompt of the receiver's own clued card.
"""

from .. import Rules, bits, clue_readings, kernel, levels, note, promises
from ..layout import BLIND, DOUBTFUL, NO_CONNECTION, OWN_HAND, Mind
from .connections import connection_of, wait_for
from .delayed_play import find_coming

KNOWS = levels.switch(levels.FINESSING, 1)

NO_LINKS = 99


@kernel
def plays_from_own_hand(r: Rules, m: Mind, giver: int, focus: int, faces: int) -> int:
    """Which faces the receiver's own cards explain, using the fewest cards; those cards get their promises."""
    to = promises.holder_of(focus)
    plays, fewest = 0, NO_LINKS
    rest = faces
    while rest:
        if connection_of(r, m, giver, focus, bits.lowest_bit(rest), to, KNOWS) == OWN_HAND:
            fewest = min(fewest, m.links.count)
        rest &= rest - 1
    rest = faces if fewest < NO_LINKS else 0
    while rest:
        kind = bits.lowest_bit(rest)
        rest &= rest - 1
        if connection_of(r, m, giver, focus, kind, to, KNOWS) == OWN_HAND and m.links.count == fewest:
            for link in range(m.links.count):
                cell = m.links.cards[link]
                if promises.holder_of(cell) == to:
                    if m.cards.clues[cell] == 0 and m.cards.marks[cell] & BLIND == 0:
                        promises.mark_blind(m, cell, giver)
                        m.cards.marks[cell] |= DOUBTFUL
                        m.cards.inferred[cell] = 0
                    elif plays == 0 and m.cards.clues[cell]:
                        m.cards.inferred[cell] = 0
                    m.cards.inferred[cell] |= 1 << m.links.kinds[link]
            wait_for(m, focus, kind)
            plays |= 1 << kind
            find_coming(r, m, focus)
    note(KNOWS, clue_readings.KEPT if plays else clue_readings.CARD_MISSING, plays if plays else faces, focus)
    return plays


@kernel
def is_held_by_receiver(r: Rules, m: Mind, giver: int, read: clue_readings.ClueReading, kind: int) -> bool:
    """The receiver holds the cards that this face of the focus waits for, and looks for them there."""
    to = promises.holder_of(read.focus)
    if read.connection != OWN_HAND or connection_of(r, m, giver, read.focus, kind, to, KNOWS) == NO_CONNECTION:
        return False
    for link in range(m.links.count):
        cell = m.links.cards[link]
        if promises.holder_of(cell) == to and m.table.kinds[cell] != m.links.kinds[link]:
            return False
    return True
