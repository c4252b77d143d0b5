"""5's chop move: a number 5 clue on the card right next to the chop saves the chop, too."""

from .. import Rules, clue_readings, kernel, levels, note, promises
from ..layout import DOUBTFUL, MOVED, Mind
from .chop import chop
from .five_stall import is_stalling_situation

KNOWS = levels.switch(levels.FINESSING, 6)


@kernel
def move_chop(r: Rules, m: Mind, giver: int, to: int) -> None:
    """Chop move the card next to a last card that was just clued.

    If the clue may be a 5 stall the move is doubtful: the card is kept, but a clue on it is still one on the chop.
    """
    if m.conventions & KNOWS == 0 or promises.is_strict(m, giver):
        return
    oldest = chop(m, to)
    is_older = True
    for slot in range(m.table.held[to]):
        cell = m.table.hands[to][slot]
        if cell == oldest:
            is_older = False
        elif not is_older and (m.cards.clues[cell] == 0 or m.cards.since[cell] == m.table.clock):
            if m.cards.clues[cell]:
                m.cards.marks[oldest] |= MOVED | DOUBTFUL if is_stalling_situation(r, m) else MOVED
            note(KNOWS, clue_readings.KEPT if m.cards.clues[cell] else clue_readings.NOT_NEXT_TO_CHOP, 0, oldest)
            return
