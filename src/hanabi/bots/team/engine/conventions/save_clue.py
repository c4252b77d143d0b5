"""Save clue: a clue on the chop keeps a card that must not be discarded."""

from hanabi.kernels.layout import Rules

from .. import kernel
from ..layout import Mind
from ..level_table import KNOWS_SAVE_CLUE
from ..referee import is_color_clue, lowest_bit
from .two_chops import is_kept_elsewhere


@kernel
def savable(r: Rules, m: Mind, giver: int, to: int, clue: int, faces: int) -> int:
    """Which faces a clue on the chop may save: last copies; by number also the last and the second card of a firework.

    A last card is not saved by its color. A second card (a 2) needs no saving when its receiver sees the other copy
    safe.
    """
    if m.conventions & KNOWS_SAVE_CLUE == 0:
        return 0
    if is_color_clue(r, clue):
        return faces & m.critical & ~m.last_kinds
    saved = faces & (m.critical | m.useful & m.last_kinds)
    seconds = faces & m.useful & m.second_kinds & ~saved
    while seconds:
        if not is_kept_elsewhere(r, m, giver, to, lowest_bit(seconds)):
            saved |= seconds & -seconds
        seconds &= seconds - 1
    return saved
