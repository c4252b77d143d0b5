"""2s on two chops: a 2 may be saved although its other copy is in sight, if that is about to be discarded as well."""

from hanabi.kernels.layout import Rules

from .. import inline
from ..layout import NO_CELL, Mind
from ..level_table import KNOWS_TWO_CHOPS
from .chop import chop


@inline
def is_kept_elsewhere(r: Rules, m: Mind, giver: int, to: int, kind: int) -> bool:
    """A copy lies in a hand that both giver and receiver see, and not on its chop."""
    for seat in range(r.players):
        if seat != giver and seat != to and m.holders[kind] >> seat & 1:
            oldest = chop(m, seat)
            if m.conventions & KNOWS_TWO_CHOPS == 0 or oldest == NO_CELL or m.kinds[oldest] != kind:
                return True
    return False
