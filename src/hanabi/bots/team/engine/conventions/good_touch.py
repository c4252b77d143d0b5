"""Good touch: only cards that will still be played are touched, and each face only once.

So a clue on several 1s needs no code of its own: none of them is on the table or clued elsewhere, so all of them can be
played one after the other.
"""

from .. import HIDDEN, Rules, bits, card_sets, inline, kernel, levels, promises
from ..layout import EVERYTHING, Mind

KNOWS = levels.switch(levels.BASIC, 5)


@kernel
def claimed(r: Rules, m: Mind, cell: int, faces: int) -> int:
    """Which of the faces other touched cards already are: by good touch this card is none of them.

    Of two cards the one touched later gives way: the giver knew the other, unless it was in the giver's own hand. In
    that case, and in the holder's own hand, only a card with one possible face counts.
    """
    t, c = m.table, m.cards
    free = faces
    owner, giver, since = promises.holder_of(cell), c.giver[cell], c.since[cell]
    others = (m.saved.touched | m.saved.new_cells) & ~(1 << cell)
    while others:
        other = bits.lowest_bit(others)
        others &= others - 1
        seen = t.kinds[other]
        if (seen != HIDDEN and free >> seen & 1 == 0) or not promises.is_touched(m, other):
            continue
        seat = promises.holder_of(other)
        later = c.since[other] > since
        if later and c.giver[other] == owner:
            continue
        if seat == owner or seen == HIDDEN or (seat == giver and not later):
            free &= ~promises.current_claim(m, other)
        else:
            free &= ~(1 << seen)
        if free == 0:
            return faces
    return faces & ~free


@inline
def unclaimed(r: Rules, m: Mind, cell: int, faces: int) -> int:
    """The faces that no other touched card claims."""
    return faces & ~claimed(r, m, cell, faces) if faces and m.conventions & KNOWS else faces


@inline
def well_touched(r: Rules, m: Mind, cell: int, faces: int) -> int:
    """The faces of a touched card that are useful and not claimed elsewhere.

    If all of them are claimed, that proves nothing: a promise then keeps its useful faces, a card without one gets 0.
    """
    if m.conventions & KNOWS == 0:
        return faces
    useful = faces & m.table.useful
    is_promised = m.cards.inferred[cell] != EVERYTHING
    if useful == 0 or (is_promised and card_sets.is_single(useful)):
        return useful
    spare = useful & ~claimed(r, m, cell, useful)
    if spare:
        return spare
    return useful if is_promised else 0
