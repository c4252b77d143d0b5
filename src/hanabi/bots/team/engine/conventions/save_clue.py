"""Save clue: a clue on the chop saves a card that must not be discarded."""

from hanabi.kernels import Rules

from .. import action_ids, bits, kernel, levels
from ..layout import Mind
from .two_chops import is_kept_elsewhere


@kernel
def savable(r: Rules, m: Mind, giver: int, to: int, clue: int, faces: int) -> int:
    """Which faces a clue on the chop may save: last copies; by number also 5s and 2s.

    A 5 is not saved by its color. A 2 needs no saving if the receiver sees that the other copy is safe.
    """
    if m.conventions & levels.KNOWS_SAVE_CLUE == 0:
        return 0
    if action_ids.is_color_clue(r, clue):
        return faces & m.critical & ~m.last_kinds
    saved = faces & (m.critical | m.useful & m.last_kinds)
    seconds = faces & m.useful & m.second_kinds & ~saved
    while seconds:
        if not is_kept_elsewhere(r, m, giver, to, bits.lowest_bit(seconds)):
            saved |= seconds & -seconds
        seconds &= seconds - 1
    return saved
