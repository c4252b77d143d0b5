"""2s on two chops: a 2 may be saved although its other copy is visible, if that one is on a chop as well."""

from hanabi.kernels import Rules

from .. import inline, levels
from ..layout import NO_CELL, Mind
from .chop import chop


@inline
def is_kept_elsewhere(r: Rules, m: Mind, giver: int, to: int, kind: int) -> bool:
    """Giver and receiver both see a copy in a third hand, and it is not on the chop there."""
    for seat in range(r.players):
        if seat != giver and seat != to and m.holders[kind] >> seat & 1:
            oldest = chop(m, seat)
            if m.conventions & levels.KNOWS_TWO_CHOPS == 0 or oldest == NO_CELL or m.kinds[oldest] != kind:
                return True
    return False
