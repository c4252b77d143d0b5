"""Trash chop move: a clue that touches only useless cards saves every card older than them."""

from .. import Rules, clue_readings, kernel, levels, promises
from ..layout import CHOP_MOVE, MOVED, Mind

KNOWS = levels.switch(levels.EXPERT, 0)


@kernel
def read_trash_clue(r: Rules, m: Mind, to: int, new: int) -> clue_readings.ClueReading:
    """Read a clue whose plain meaning makes all new cards useless: every older card is chop moved."""
    if m.conventions & KNOWS == 0:
        return clue_readings.NOTHING
    oldest = -1
    for back in range(m.table.held[to]):
        slot = m.table.held[to] - 1 - back
        if new >> slot & 1:
            cell = m.table.hands[to][slot]
            faces = promises.literal(m, cell) & m.table.useful
            if faces:
                return clue_readings.drop(KNOWS, clue_readings.STILL_USEFUL, faces, cell)
            oldest = slot
    moved = False
    for slot in range(oldest):
        cell = m.table.hands[to][slot]
        if m.cards.clues[cell] == 0:
            m.cards.marks[cell] |= MOVED
            moved = True
    focus = m.table.hands[to][oldest]
    if moved:
        return clue_readings.keep(KNOWS, CHOP_MOVE, focus, 0)
    return clue_readings.drop(KNOWS, clue_readings.NONE_OLDER, 0, focus)
