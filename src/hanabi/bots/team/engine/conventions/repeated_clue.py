"""Repeated clue: a clue that says nothing new about a saved card asks to play it now (a tempo clue)."""

from hanabi.kernels import Rules

from .. import kernel, levels
from ..layout import TEMPO, Mind
from .belief import belief


@kernel
def asks_again(r: Rules, m: Mind, to: int, slots: int) -> bool:
    """Whether one of these slots may be playable: the newest such card is to be played."""
    if m.conventions & levels.KNOWS_REPEATED_CLUE == 0:
        return False
    for back in range(m.held[to]):
        slot = m.held[to] - 1 - back
        cell = m.hands[to][slot]
        if slots >> slot & 1:
            plays = belief(r, m, cell) & m.playable
            if plays:
                m.focus = cell
                m.reading = TEMPO
                m.promise = plays
                m.inferred[cell] = plays
                return True
    return False
