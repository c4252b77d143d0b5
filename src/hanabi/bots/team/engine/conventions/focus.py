"""Focus: a clue is about one of the cards that it touches for the first time."""

from .. import card_sets, clue_readings, kernel, levels, note
from ..layout import NO_CELL, Mind

KNOWS = levels.switch(levels.BASIC, 1)


@kernel
def focus_of(m: Mind, to: int, new: int, oldest: int) -> int:
    """The chop (`oldest`) if it is one of the slots `new`, else the newest of them.

    Without the convention a clue on several cards is about none.
    """
    if m.conventions & KNOWS == 0 and not card_sets.is_single(new):
        return NO_CELL
    focus = NO_CELL
    for slot in range(m.table.held[to]):
        if new >> slot & 1 and (focus != oldest or focus == NO_CELL):
            focus = m.table.hands[to][slot]
    note(KNOWS, clue_readings.KEPT, 0, focus)
    return focus
