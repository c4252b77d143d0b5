"""What a card is believed to be: by clues, counting, promises and good touch, in this order of priority."""

from .. import Rules, inline, kernel, promises
from ..layout import Mind
from .good_touch import well_touched


@kernel
def belief(r: Rules, m: Mind, cell: int) -> int:
    """What its holder takes a card for. The plain clues count instead of a promise that can no longer be true.

    They also count if other cards claim all faces: that proves nothing.
    """
    possible = promises.literal(m, cell)
    if not promises.is_touched(m, cell) or promises.is_plain(m, cell):
        return possible
    faces = well_touched(r, m, cell, possible & m.cards.inferred[cell])
    return faces if faces else possible


@inline
def current_belief(r: Rules, m: Mind, cell: int) -> int:
    """The saved belief, unless the tried clue may have changed it (see `tried_clue.py`)."""
    saved = m.saved
    faces = promises.literal(m, cell) & m.cards.inferred[cell] & m.table.useful
    if saved.new_cells >> cell & 1 or (faces & saved.new_claims and promises.is_touched(m, cell)):
        return belief(r, m, cell)
    return saved.beliefs[cell]
