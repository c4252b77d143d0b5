"""Self-finesse: if nobody else can hold the missing card, it is the receiver's own newest unclued card.

The same code reads a prompt of the receiver's own clued card.
"""

from hanabi.kernels import Rules

from .. import bits, kernel, promises
from ..layout import BLIND, DOUBTFUL, NO_CONNECTION, OWN_HAND, Mind
from .connections import connection_of, wait_for
from .delayed_play import find_coming

NO_LINKS = 99


@kernel
def plays_from_own_hand(r: Rules, m: Mind, giver: int, focus: int, faces: int) -> int:
    """Which faces the receiver's own cards explain, using the fewest cards; those cards get their promises."""
    to = promises.holder_of(focus)
    plays, fewest = 0, NO_LINKS
    rest = faces
    while rest:
        if connection_of(r, m, giver, focus, bits.lowest_bit(rest), to) == OWN_HAND:
            fewest = min(fewest, m.links)
        rest &= rest - 1
    if fewest == NO_LINKS:
        return 0
    rest = faces
    while rest:
        kind = bits.lowest_bit(rest)
        rest &= rest - 1
        if connection_of(r, m, giver, focus, kind, to) == OWN_HAND and m.links == fewest:
            for link in range(m.links):
                cell = m.link_card[link]
                if promises.holder_of(cell) == to:
                    if m.clues[cell] == 0 and m.marks[cell] & BLIND == 0:
                        promises.mark_blind(m, cell, giver)
                        m.marks[cell] |= DOUBTFUL
                        m.inferred[cell] = 0
                    elif plays == 0 and m.clues[cell]:
                        m.inferred[cell] = 0
                    m.inferred[cell] |= 1 << m.link_kind[link]
            wait_for(m, focus, kind)
            plays |= 1 << kind
            find_coming(r, m, focus)
    if plays:
        m.connection = OWN_HAND
    return plays


@kernel
def is_held_by_receiver(r: Rules, m: Mind, giver: int, focus: int, kind: int) -> bool:
    """The receiver holds the cards that this face waits for, and looks for them there."""
    to = promises.holder_of(focus)
    if m.connection != OWN_HAND or connection_of(r, m, giver, focus, kind, to) == NO_CONNECTION:
        return False
    for link in range(m.links):
        cell = m.link_card[link]
        if promises.holder_of(cell) == to and m.kinds[cell] != m.link_kind[link]:
            return False
    return True
