"""Repeated clue: a clue that says nothing new of a card that is kept asks to play it now."""

from hanabi.kernels.layout import Rules

from .. import kernel
from ..belief import belief
from ..layout import TEMPO, Mind
from ..level_table import KNOWS_REPEATED_CLUE


@kernel
def asks_again(r: Rules, m: Mind, to: int, told: int) -> bool:
    """Whether one of the slots `told`, the newest first, may be playable: it is to be played."""
    if m.conventions & KNOWS_REPEATED_CLUE == 0:
        return False
    for back in range(m.held[to]):
        slot = m.held[to] - 1 - back
        cell = m.hands[to][slot]
        if told >> slot & 1:
            plays = belief(r, m, cell) & m.playable
            if plays:
                m.focus = cell
                m.reading = TEMPO
                m.promise = plays
                m.inferred[cell] = plays
                return True
    return False
