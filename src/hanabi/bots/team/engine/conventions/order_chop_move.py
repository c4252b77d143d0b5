"""Order chop move: a player who plays 1s out of order asks a teammate to keep the chop.

Cards known only as 1s are played in this order: those of the latest clue first; among them first the one that was the
chop, then those drawn since the deal from the newest on, then the others from the oldest on. Playing the second one in
this order moves the chop of the next player, playing the third one that of the player after.
"""

from .. import Rules, card_sets, inline, kernel, levels, promises, seats
from ..layout import MOVED, NO_CELL, ON_CHOP, Mind
from .belief import belief
from .chop import chop

KNOWS = levels.switch(levels.EXPERT, 1)


@inline
def is_open_one(r: Rules, m: Mind, cell: int) -> bool:
    """Known only as a 1, and playable."""
    if m.cards.clues[cell] != 1 << r.colors or card_sets.is_single(promises.literal(m, cell)):
        return False
    return card_sets.is_known_playable(m, belief(r, m, cell))


@inline
def is_before(m: Mind, one: int, other: int, older: bool) -> bool:
    """Whether `one` is to be played before `other`, another 1 of the hand; `older`: it is the older card."""
    if m.cards.since[one] != m.cards.since[other]:
        return m.cards.since[one] > m.cards.since[other]
    if (m.cards.marks[one] ^ m.cards.marks[other]) & ON_CHOP:
        return m.cards.marks[one] & ON_CHOP != 0
    if (m.cards.drawn_at[one] == 0) != (m.cards.drawn_at[other] == 0):
        return m.cards.drawn_at[one] != 0
    return older == (m.cards.drawn_at[one] == 0)


@kernel
def ones_before(r: Rules, m: Mind, seat: int, played: int) -> int:
    """How many 1s of this hand should be played before the one in the slot `played`."""
    before = 0
    card = m.table.hands[seat][played]
    if not is_open_one(r, m, card):
        return before
    for slot in range(m.table.held[seat]):
        cell = m.table.hands[seat][slot]
        if slot != played and is_open_one(r, m, cell) and is_before(m, cell, card, slot < played):
            before += 1
    return before


@kernel
def move_chop_by_order(r: Rules, m: Mind, seat: int, before: int) -> None:
    """After a 1 was played `before` others that should come first: the player that many seats on keeps the chop."""
    to = seats.seat_at(r, seat, before)
    if before == 0 or before >= r.players or promises.conventions_of(m, to) & KNOWS == 0:
        return
    oldest = chop(m, to)
    if oldest != NO_CELL:
        m.cards.marks[oldest] |= MOVED


@inline
def is_out_of_order(r: Rules, m: Mind, slot: int) -> bool:
    """The play of this slot would chop move a teammate's card, if the teammate reads it or may read it that way."""
    is_read = m.partners.strict != 0 or m.conventions & KNOWS != 0
    return is_read and ones_before(r, m, m.me, slot) != 0
