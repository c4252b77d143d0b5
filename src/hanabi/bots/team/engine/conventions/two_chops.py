"""2s on two chops: a 2 may be saved although its other copy is visible, if that one is on a chop as well."""

from .. import Rules, inline, levels
from ..layout import NO_CELL, Mind
from .chop import chop

KNOWS = levels.switch(levels.BASIC, 4)


@inline
def is_kept_elsewhere(r: Rules, m: Mind, giver: int, to: int, kind: int) -> bool:
    """Giver and receiver both see a copy in a third hand, and it is not on the chop there."""
    for seat in range(r.players):
        if seat != giver and seat != to and m.table.holders[kind] >> seat & 1:
            oldest = chop(m, seat)
            if m.conventions & KNOWS == 0 or oldest == NO_CELL or m.table.kinds[oldest] != kind:
                return True
    return False
