"""Self-finesse: if nobody else can have the missing card, it is the receiver's own newest unclued card.

A prompt of the receiver's own clued card is read by the same code.
"""

from hanabi.kernels.layout import Rules

from .. import kernel
from ..blind_calls import mark_blind
from ..connections import connection_of
from ..layout import BLIND, DOUBTFUL, NO_CONNECTION, OWN_HAND, Mind
from ..links import wait_for
from ..promises import owner_of
from ..referee import lowest_bit
from .delayed_play import look_for_coming


@kernel
def plays_from_own_hand(r: Rules, m: Mind, giver: int, focus: int, faces: int) -> int:
    """Which faces the receiver's own cards explain, with the fewest of them; those cards get their promises."""
    to = owner_of(focus)
    found, fewest = 0, 99
    rest = faces
    while rest:
        if connection_of(r, m, giver, focus, lowest_bit(rest), to) == OWN_HAND:
            fewest = min(fewest, m.links)
        rest &= rest - 1
    if fewest == 99:
        return 0
    rest = faces
    while rest:
        kind = lowest_bit(rest)
        rest &= rest - 1
        if connection_of(r, m, giver, focus, kind, to) == OWN_HAND and m.links == fewest:
            for link in range(m.links):
                cell = m.link_card[link]
                if owner_of(cell) == to:
                    if m.clues[cell] == 0 and m.marks[cell] & BLIND == 0:
                        mark_blind(m, cell, giver)
                        m.marks[cell] |= DOUBTFUL
                        m.inferred[cell] = 0
                    elif found == 0 and m.clues[cell]:
                        m.inferred[cell] = 0
                    m.inferred[cell] |= 1 << m.link_kind[link]
            wait_for(m, focus, kind)
            found |= 1 << kind
            look_for_coming(r, m, focus)
    if found:
        m.connection = OWN_HAND
    return found


@kernel
def is_held_by_receiver(r: Rules, m: Mind, giver: int, focus: int, kind: int) -> bool:
    """The receiver's own hand holds what this face waits for, and the receiver looks for it there."""
    to = owner_of(focus)
    if m.connection != OWN_HAND or connection_of(r, m, giver, focus, kind, to) == NO_CONNECTION:
        return False
    for link in range(m.links):
        cell = m.link_card[link]
        if owner_of(cell) == to and m.kinds[cell] != m.link_kind[link]:
            return False
    return True
