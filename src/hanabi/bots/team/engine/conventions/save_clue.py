"""Save clue: a clue on the chop saves a card that must not be discarded."""

from .. import Rules, action_ids, bits, clue_readings, kernel, levels, note, promises
from ..layout import Mind
from .two_chops import is_kept_elsewhere

KNOWS = levels.switch(levels.BASIC, 3)


@kernel
def savable(r: Rules, m: Mind, giver: int, focus: int, clue: int, faces: int) -> int:
    """Which faces a clue on the chop, the focus, may save: last copies; by number also 5s and 2s.

    A 5 is not saved by its color. A 2 needs no saving if the receiver sees that the other copy is safe.
    """
    if m.conventions & KNOWS == 0:
        return 0
    if action_ids.is_color_clue(r, clue):
        saved, seconds = faces & m.table.critical & ~m.table.last_kinds, 0
    else:
        saved = faces & (m.table.critical | m.table.useful & m.table.last_kinds)
        seconds = faces & m.table.useful & m.table.second_kinds & ~saved
    while seconds:
        if not is_kept_elsewhere(r, m, giver, promises.holder_of(focus), bits.lowest_bit(seconds)):
            saved |= seconds & -seconds
        seconds &= seconds - 1
    note(KNOWS, clue_readings.KEPT if saved else clue_readings.NOTHING_TO_SAVE, saved if saved else faces, focus)
    return saved
