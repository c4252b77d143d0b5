"""5's chop move: a number 5 clue on the card right next to the chop saves the chop, too."""

from hanabi.kernels import Rules

from .. import kernel, levels, promises
from ..layout import DOUBTFUL, MOVED, Mind
from .chop import chop
from .five_stall import is_stalling_situation


@kernel
def move_chop(r: Rules, m: Mind, giver: int, to: int) -> None:
    """Chop move the card next to a last card that was just clued.

    If the clue may be a 5 stall the move is doubtful: the card is kept, but a clue on it is still one on the chop.
    """
    if m.conventions & levels.KNOWS_FIVES_CHOP_MOVE == 0 or promises.is_strict(m, giver):
        return
    oldest = chop(m, to)
    is_older = True
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if cell == oldest:
            is_older = False
        elif not is_older and (m.clues[cell] == 0 or m.since[cell] == m.clock):
            if m.clues[cell]:
                m.marks[oldest] |= MOVED | DOUBTFUL if is_stalling_situation(r, m) else MOVED
            return
