"""Chop: the card that its owner discards next, the oldest one without a clue. A clue on it may mean something else.

Whoever knows no conventions discards it too; the switch is for what a clue on it means.
"""

from .. import kernel
from ..layout import BLIND, DOUBTFUL, MOVED, NO_CELL, Mind
from ..level_table import KNOWS_CHOP


@kernel
def chop(m: Mind, seat: int) -> int:
    """The oldest card without a clue or a mark; NO_CELL when the hand is locked."""
    for slot in range(m.held[seat]):
        cell = m.hands[seat][slot]
        if m.clues[cell] == 0 and m.marks[cell] & (BLIND | MOVED) == 0:
            return cell
    return NO_CELL


@kernel
def chop_as_read(m: Mind, to: int) -> int:
    """The card on which a clue to this seat has a meaning of its own, even if it is kept because of a doubtful clue."""
    if m.conventions & KNOWS_CHOP == 0:
        return NO_CELL
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        is_moved = m.marks[cell] & (MOVED | DOUBTFUL) == MOVED
        if m.clues[cell] == 0 and m.marks[cell] & BLIND == 0 and not is_moved:
            return cell
    return NO_CELL
