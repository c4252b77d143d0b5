"""Repeated clue: a clue that says nothing new about a saved card asks to play it now (a tempo clue)."""

from .. import Rules, clue_readings, kernel, levels
from ..layout import NO_CELL, TEMPO, Mind
from .belief import belief

KNOWS = levels.switch(levels.BASIC, 8)


@kernel
def read_repeated(r: Rules, m: Mind, to: int, slots: int) -> clue_readings.ClueReading:
    """One of these slots may be playable: the newest such card is to be played."""
    if m.conventions & KNOWS == 0:
        return clue_readings.NOTHING
    for back in range(m.table.held[to]):
        slot = m.table.held[to] - 1 - back
        cell = m.table.hands[to][slot]
        if slots >> slot & 1:
            plays = belief(r, m, cell) & m.table.playable
            if plays:
                m.cards.inferred[cell] = plays
                return clue_readings.keep(KNOWS, TEMPO, cell, plays)
    return clue_readings.drop(KNOWS, clue_readings.NOT_PLAYABLE, 0, NO_CELL)
