"""5's chop move: the number 5 on the card right beside the chop keeps the chop too."""

from hanabi.kernels.layout import Rules

from .. import kernel
from ..layout import DOUBTFUL, MOVED, Mind
from ..level_table import KNOWS_FIVES_CHOP_MOVE
from ..promises import is_strict
from .chop import chop
from .five_stall import is_time_gained


@kernel
def keep_chop(r: Rules, m: Mind, giver: int, to: int) -> None:
    """A last card clued beside the chop keeps the chop from being discarded.

    Where the clue may just gain time that is doubtful: the card is kept, but a clue on it is one on the chop.
    """
    if m.conventions & KNOWS_FIVES_CHOP_MOVE == 0 or is_strict(m, giver):
        return
    oldest = chop(m, to)
    is_older = True
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if cell == oldest:
            is_older = False
        elif not is_older and (m.clues[cell] == 0 or m.since[cell] == m.clock):
            if m.clues[cell]:
                m.marks[oldest] |= MOVED | DOUBTFUL if is_time_gained(r, m) else MOVED
            return
