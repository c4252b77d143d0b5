"""What a card is believed to be: by clues, counting, promises and good touch, in this order of priority."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .conventions.good_touch import well_touched
from .layout import Mind
from .promises import is_plain, is_touched, literal


@kernel
def belief(r: Rules, m: Mind, cell: int) -> int:
    """What its owner takes it to be. A promise that cannot be true any more gives way to the plain clues.

    So does one that is used up, and good touch: that all faces are claimed elsewhere is no proof.
    """
    possible = literal(m, cell)
    if not is_touched(m, cell) or is_plain(m, cell):
        return possible
    faces = well_touched(r, m, cell, possible & m.inferred[cell])
    return faces if faces else possible


@inline
def is_known_playable(m: Mind, faces: int) -> bool:
    return faces != 0 and faces & ~m.playable == 0


@inline
def is_known_useless(m: Mind, faces: int) -> bool:
    return faces & m.useful == 0
