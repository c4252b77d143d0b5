"""Fill-in: a clue on touched cards that says what to do with one of them asks for nothing more."""

from .. import Rules, card_sets, clue_readings, inline, kernel, levels
from ..layout import FILL_IN, NO_CELL, Mind
from .belief import belief, current_belief

KNOWS = levels.switch(levels.BASIC, 6)


@inline
def is_settled(m: Mind, faces: int) -> bool:
    """The holder of a card with these possible faces knows what to do with it."""
    return card_sets.is_single(faces) or card_sets.is_known_playable(m, faces) or card_sets.is_known_useless(m, faces)


@kernel
def settled_slots(r: Rules, m: Mind, to: int) -> int:
    """The slots of settled cards before a clue."""
    settled = 0
    for slot in range(m.table.held[to]):
        if is_settled(m, current_belief(r, m, m.table.hands[to][slot])):
            settled |= 1 << slot
    return settled


@kernel
def read_plainly(r: Rules, m: Mind, to: int, slots: int) -> clue_readings.ClueReading:
    """The plain meaning of the latest clue settles one of these slots."""
    for slot in range(m.table.held[to]):
        cell = m.table.hands[to][slot]
        if slots >> slot & 1:
            faces = belief(r, m, cell)
            if is_settled(m, faces):
                return clue_readings.keep(KNOWS, FILL_IN, cell, faces)
    return clue_readings.drop(KNOWS, clue_readings.NOTHING_SETTLED, 0, NO_CELL)


@inline
def read_fill_in(r: Rules, m: Mind, to: int, slots: int) -> clue_readings.ClueReading:
    return read_plainly(r, m, to, slots) if m.conventions & KNOWS else clue_readings.NOTHING
