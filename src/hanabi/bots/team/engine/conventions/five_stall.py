"""5 stall: a number 5 clue on a card that is not the chop is not a play clue; it gains time.

A "5" is the number that most fireworks end with.
"""

from .. import Rules, action_ids, card_sets, cards, clue_readings, inline, kernel, levels, promises
from ..layout import FIVE_STALL, NO_CELL, Mind
from .belief import belief
from .chop import chop

KNOWS = levels.switch(levels.CONNECTED, 3)


@inline
def is_last_card_clue(r: Rules, clue: int) -> bool:
    """A number that most fireworks end with."""
    return (
        not action_ids.is_color_clue(r, clue)
        and r.step[cards.kind_of(0, action_ids.clued_rank(r, clue))] == r.ranks - 1
    )


@inline
def is_stalling_situation(r: Rules, m: Mind) -> bool:
    """The early game, or all clue tokens are available so that nobody may discard."""
    return m.table.discarded == 0 or m.table.tokens >= r.clue_tokens


@kernel
def has_nothing_better(r: Rules, m: Mind, seat: int) -> bool:
    """Everybody sees that this seat can only stall: it has no known play and no known trash."""
    is_full = m.table.tokens >= r.clue_tokens
    if not is_stalling_situation(r, m) and chop(m, seat) != NO_CELL:
        return False
    for slot in range(m.table.held[seat]):
        cell = m.table.hands[seat][slot]
        if promises.is_touched(m, cell):
            faces = belief(r, m, cell)
            if card_sets.is_known_playable(m, faces) or (not is_full and card_sets.is_known_useless(m, faces)):
                return False
    return True


@inline
def read_stall(r: Rules, m: Mind, giver: int, focus: int, faces: int) -> clue_readings.ClueReading:
    """Read a number clue on last cards off the chop, which may be these faces, as a stall."""
    if m.conventions & KNOWS == 0:
        return clue_readings.NOTHING
    if promises.is_strict(m, giver) and not has_nothing_better(r, m, giver):
        return clue_readings.drop(KNOWS, clue_readings.HAS_BETTER, faces, focus)
    return clue_readings.keep(KNOWS, FIVE_STALL, focus, faces)
