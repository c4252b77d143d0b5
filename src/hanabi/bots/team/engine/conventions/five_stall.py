"""5 stall: the number 5 on a card that is not on the chop is no play clue; it gains time.

A "5" is whatever most fireworks end with.
"""

from hanabi.kernels.layout import Rules

from .. import inline
from ..layout import FIVE_STALL, Mind
from ..level_table import KNOWS_FIVE_STALL
from ..referee import clued_rank, is_color_clue, kind_of


@inline
def is_last_card_clue(r: Rules, clue: int) -> bool:
    """A number that most fireworks end with."""
    return not is_color_clue(r, clue) and r.step[kind_of(0, clued_rank(r, clue))] == r.ranks - 1


@inline
def is_stall(m: Mind, faces: int) -> bool:
    """A clue on last cards off the chop, which may be these faces, is read as no more than that."""
    if m.conventions & KNOWS_FIVE_STALL == 0:
        return False
    m.reading = FIVE_STALL
    m.promise = faces
    return True
