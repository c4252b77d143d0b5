"""Fix clue: another clue on a card takes back a false promise."""

from .. import clue_readings, kernel, levels, promises
from ..layout import EVERYTHING, FIX, NO_CELL, Mind

KNOWS = levels.switch(levels.BASIC, 7)


@kernel
def read_fix(m: Mind, to: int) -> clue_readings.ClueReading:
    """The latest clue contradicts the promise on a card: from then on its plain clues count."""
    focus = NO_CELL
    if m.conventions & KNOWS == 0:
        return clue_readings.NOTHING
    for slot in range(m.table.held[to]):
        cell = m.table.hands[to][slot]
        if promises.literal(m, cell) & m.cards.inferred[cell] == 0:
            m.cards.inferred[cell] = EVERYTHING
            m.cards.marks[cell] = 0
            focus = cell
    if focus == NO_CELL:
        return clue_readings.drop(KNOWS, clue_readings.NOT_CONTRADICTED, 0, focus)
    return clue_readings.keep(KNOWS, FIX, focus, 0)
