"""Trash chop move: a clue that touches only useless cards saves every card older than them."""

from hanabi.kernels import Rules

from .. import kernel, levels, promises
from ..layout import CHOP_MOVE, MOVED, Mind


@kernel
def read_trash_clue(r: Rules, m: Mind, to: int, new: int) -> bool:
    """Read a clue whose plain meaning makes all new cards useless: every older card is chop moved."""
    if m.conventions & levels.KNOWS_TRASH_CHOP_MOVE == 0:
        return False
    oldest = -1
    for back in range(m.held[to]):
        slot = m.held[to] - 1 - back
        if new >> slot & 1:
            if promises.literal(m, m.hands[to][slot]) & m.useful:
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
