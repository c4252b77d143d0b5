"""5 stall: the number 5 on a card that is not on the chop is no play clue; it gains time.

A "5" is whatever most fireworks end with.
"""

from hanabi.kernels.layout import Rules

from .. import inline, kernel
from ..belief import belief, is_known_playable, is_known_useless
from ..layout import FIVE_STALL, NO_CELL, Mind
from ..level_table import KNOWS_FIVE_STALL
from ..promises import is_strict, is_touched
from ..referee import clued_rank, is_color_clue, kind_of
from .chop import chop


@inline
def is_last_card_clue(r: Rules, clue: int) -> bool:
    """A number that most fireworks end with."""
    return not is_color_clue(r, clue) and r.step[kind_of(0, clued_rank(r, clue))] == r.ranks - 1


@inline
def is_time_gained(r: Rules, m: Mind) -> bool:
    """A time for clues that only gain time: the early game, or all clue tokens are there so that nobody may discard."""
    return m.discarded == 0 or m.tokens >= r.clue_tokens


@kernel
def is_idle(r: Rules, m: Mind, seat: int) -> bool:
    """All see that this seat has nothing better to do than to gain time: nothing known to play or to throw away."""
    is_full = m.tokens >= r.clue_tokens
    if not is_time_gained(r, m) and chop(m, seat) != NO_CELL:
        return False
    for slot in range(m.held[seat]):
        cell = m.hands[seat][slot]
        if is_touched(m, cell):
            faces = belief(r, m, cell)
            if is_known_playable(m, faces) or (not is_full and is_known_useless(m, faces)):
                return False
    return True


@inline
def is_stall(r: Rules, m: Mind, giver: int, faces: int) -> bool:
    """A clue on last cards off the chop, which may be these faces, is read as no more than that."""
    if m.conventions & KNOWS_FIVE_STALL == 0 or (is_strict(m, giver) and not is_idle(r, m, giver)):
        return False
    m.reading = FIVE_STALL
    m.promise = faces
    return True
