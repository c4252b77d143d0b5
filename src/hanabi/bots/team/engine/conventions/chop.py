"""Chop: the card that its holder discards next, the oldest unclued one. A clue on it may be a save clue.

Players without conventions discard it, too; the switch is only about the meaning of a clue on it.
"""

from .. import kernel, levels
from ..layout import BLIND, DOUBTFUL, MOVED, NO_CELL, Mind

KNOWS = levels.switch(levels.BASIC, 0)


@kernel
def chop(m: Mind, seat: int) -> int:
    """The oldest card without a clue or a mark; NO_CELL if the hand is locked."""
    for slot in range(m.table.held[seat]):
        cell = m.table.hands[seat][slot]
        if m.cards.clues[cell] == 0 and m.cards.marks[cell] & (BLIND | MOVED) == 0:
            return cell
    return NO_CELL


@kernel
def chop_as_read(m: Mind, to: int) -> int:
    """The card on which a clue to this seat counts as a clue on the chop; a doubtful chop move does not change it."""
    if m.conventions & KNOWS == 0:
        return NO_CELL
    for slot in range(m.table.held[to]):
        cell = m.table.hands[to][slot]
        is_moved = m.cards.marks[cell] & (MOVED | DOUBTFUL) == MOVED
        if m.cards.clues[cell] == 0 and m.cards.marks[cell] & BLIND == 0 and not is_moved:
            return cell
    return NO_CELL
