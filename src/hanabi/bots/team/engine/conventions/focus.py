"""Focus: a clue is about one of the cards that it touches for the first time."""

from .. import card_sets, kernel, levels
from ..layout import NO_CELL, Mind


@kernel
def focus_of(m: Mind, to: int, new: int, oldest: int) -> int:
    """The chop (`oldest`) if it is one of the slots `new`, else the newest of them.

    Without the convention a clue on several cards is about none.
    """
    if m.conventions & levels.KNOWS_FOCUS == 0 and not card_sets.is_single(new):
        return NO_CELL
    focus = NO_CELL
    for slot in range(m.held[to]):
        if new >> slot & 1:
            focus = m.hands[to][slot]
            if focus == oldest:
                return focus
    return focus
