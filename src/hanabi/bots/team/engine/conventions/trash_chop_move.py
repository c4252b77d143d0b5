"""Trash chop move: a clue that touches only useless cards keeps every card that is older than them."""

from hanabi.kernels.layout import Rules

from .. import kernel
from ..layout import CHOP_MOVE, MOVED, Mind
from ..level_table import KNOWS_TRASH_CHOP_MOVE
from ..promises import literal


@kernel
def read_useless(r: Rules, m: Mind, to: int, new: int) -> bool:
    """A clue on cards that are all useless by its own words keeps every older card from being discarded."""
    if m.conventions & KNOWS_TRASH_CHOP_MOVE == 0:
        return False
    oldest = -1
    for back in range(m.held[to]):
        slot = m.held[to] - 1 - back
        if new >> slot & 1:
            if literal(m, m.hands[to][slot]) & m.useful:
                return False
            oldest = slot
    moved = False
    for slot in range(oldest):
        cell = m.hands[to][slot]
        if m.clues[cell] == 0:
            m.marks[cell] |= MOVED
            moved = True
    if moved:
        m.reading = CHOP_MOVE
        m.focus = m.hands[to][oldest]
    return moved
