"""Order chop move: who plays a 1 out of its order asks a teammate to keep the chop.

Cards clued as 1s and nothing more are played in an order: those of the latest clue first, among them the one that was
the chop, then those drawn since the deal, the newest first, then the others, the oldest first. Who plays the second in
this order means the next player, who plays the third the one after.
"""

from hanabi.kernels.layout import Rules

from .. import inline, kernel
from ..belief import belief, is_known_playable
from ..card_sets import is_single
from ..layout import MOVED, NO_CELL, ON_CHOP, Mind
from ..level_table import KNOWS_ORDER_CHOP_MOVE
from ..promises import conventions_of, literal
from ..referee import seat_at
from .chop import chop


@inline
def is_open_one(r: Rules, m: Mind, cell: int) -> bool:
    """Clued as a 1 and nothing more, and to be played."""
    if m.clues[cell] != 1 << r.colors or is_single(literal(m, cell)):
        return False
    return is_known_playable(m, belief(r, m, cell))


@inline
def is_before(m: Mind, one: int, other: int, older: bool) -> bool:
    """Whether the first of two 1s in a hand, the `older` or the newer one, is to be played before the other."""
    if m.since[one] != m.since[other]:
        return m.since[one] > m.since[other]
    if (m.marks[one] ^ m.marks[other]) & ON_CHOP:
        return m.marks[one] & ON_CHOP != 0
    if (m.drawn_at[one] == 0) != (m.drawn_at[other] == 0):
        return m.drawn_at[one] != 0
    return older == (m.drawn_at[one] == 0)


@kernel
def ones_before(r: Rules, m: Mind, seat: int, played: int) -> int:
    """How many 1s of this hand come before the one in the slot `played`, in the order in which they are played."""
    before = 0
    card = m.hands[seat][played]
    if not is_open_one(r, m, card):
        return before
    for slot in range(m.held[seat]):
        cell = m.hands[seat][slot]
        if slot != played and is_open_one(r, m, cell) and is_before(m, cell, card, slot < played):
            before += 1
    return before


@kernel
def keep_by_order(r: Rules, m: Mind, seat: int, before: int) -> None:
    """Called when a 1 has been played before so many others: the player so many seats on keeps the chop."""
    to = seat_at(r, seat, before)
    if before == 0 or before >= r.players or conventions_of(m, to) & KNOWS_ORDER_CHOP_MOVE == 0:
        return
    oldest = chop(m, to)
    if oldest != NO_CELL:
        m.marks[oldest] |= MOVED


@inline
def is_out_of_order(r: Rules, m: Mind, slot: int) -> bool:
    """The play of an own card that would ask a teammate who reads this, or may do so, to keep the chop."""
    is_read = m.strict != 0 or m.conventions & KNOWS_ORDER_CHOP_MOVE != 0
    return is_read and ones_before(r, m, m.me, slot) != 0
