"""Save clue: a clue on the chop keeps a card that must not be discarded."""

from hanabi.kernels.layout import Rules

from .. import kernel
from ..layout import Mind
from ..level_table import KNOWS_SAVE_CLUE
from ..referee import is_color_clue, kind_of
from .two_chops import is_kept_elsewhere


@kernel
def savable(r: Rules, m: Mind, giver: int, to: int, clue: int) -> int:
    """What a clue on the chop may save: last copies; by number also the last and the second card of a firework.

    A second card (a 2) needs no saving when its receiver sees the other copy safe.
    """
    faces = 0
    if m.conventions & KNOWS_SAVE_CLUE == 0:
        return faces
    by_rank = not is_color_clue(r, clue)
    for suit in range(r.suits):
        for kind in range(kind_of(suit, 0), kind_of(suit, r.ranks)):
            if m.useful >> kind & 1 == 0:
                continue
            last = r.step[kind] == r.ranks - 1
            if last:
                saved = by_rank
            elif m.critical >> kind & 1:
                saved = True
            else:
                saved = by_rank and r.step[kind] == 1 and not is_kept_elsewhere(r, m, giver, to, kind)
            if saved:
                faces |= 1 << kind
    return faces
