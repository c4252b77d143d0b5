"""Good touch: only cards that will still be played are touched, and each face once.

Several 1s follow from it, so they have no code of their own: none of them lies on the table or is clued elsewhere, so
all that are left can be played, one after the other.
"""

from hanabi.kernels.layout import HIDDEN, Rules

from .. import inline, kernel
from ..card_sets import is_single
from ..layout import EVERYTHING, Mind
from ..level_table import KNOWS_GOOD_TOUCH
from ..promises import current_claim, is_touched, owner_of
from ..referee import lowest_bit


@kernel
def claimed(r: Rules, m: Mind, cell: int, faces: int) -> int:
    """Which of the faces touched cards elsewhere already are: good touch says that this card is none of them.

    Of two cards the one touched later decides: whoever touched it knew the other, unless that lay in their own hand.
    Then, and in the owner's hand, only a card with one face left counts.
    """
    left = faces
    owner, giver, since = owner_of(cell), m.giver[cell], m.since[cell]
    others = (m.kept_touched | m.new_cells) & ~(1 << cell)
    while others:
        other = lowest_bit(others)
        others &= others - 1
        seen = m.kinds[other]
        if (seen != HIDDEN and left >> seen & 1 == 0) or not is_touched(m, other):
            continue
        seat = owner_of(other)
        later = m.since[other] > since
        if later and m.giver[other] == owner:
            continue
        if seat == owner or seen == HIDDEN or (seat == giver and not later):
            left &= ~current_claim(m, other)
        else:
            left &= ~(1 << seen)
        if left == 0:
            return faces
    return faces & ~left


@inline
def unclaimed(r: Rules, m: Mind, cell: int, faces: int) -> int:
    """Those of the faces that no touched card elsewhere is."""
    return faces & ~claimed(r, m, cell, faces) if faces and m.conventions & KNOWS_GOOD_TOUCH else faces


@inline
def well_touched(r: Rules, m: Mind, cell: int, faces: int) -> int:
    """What is left of the faces of a touched card: useful, and not claimed elsewhere; none where that is no proof.

    That all faces are claimed elsewhere counts for nothing, and says nothing of a card without a promise.
    """
    if m.conventions & KNOWS_GOOD_TOUCH == 0:
        return faces
    useful = faces & m.useful
    is_promised = m.inferred[cell] != EVERYTHING
    if useful == 0 or (is_promised and is_single(useful)):
        return useful
    spare = useful & ~claimed(r, m, cell, useful)
    if spare:
        return spare
    return useful if is_promised else 0
