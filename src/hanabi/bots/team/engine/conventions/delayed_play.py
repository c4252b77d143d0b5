"""Delayed play: the focus fits after cards that are promised already and not played yet."""

from hanabi.kernels.layout import HIDDEN, Rules

from .. import inline, kernel
from ..layout import Mind
from ..level_table import KNOWS_DELAYED_PLAY
from ..promises import literal, promised


@kernel
def is_on_its_way(r: Rules, m: Mind, kind: int, focus: int) -> bool:
    """Somebody knows to hold exactly this card and will play it without being asked."""
    for seat in range(r.players):
        for slot in range(m.held[seat]):
            cell = m.hands[seat][slot]
            seen = m.kinds[cell]
            if cell != focus and m.clues[cell] | m.marks[cell] and (seen == kind or seen == HIDDEN):
                known = 1 << kind
                if promised(m, cell) == known or literal(m, cell) == known:
                    return True
    return False


@inline
def can_wait(m: Mind) -> bool:
    """For cards that are on their way."""
    return m.conventions & KNOWS_DELAYED_PLAY != 0
