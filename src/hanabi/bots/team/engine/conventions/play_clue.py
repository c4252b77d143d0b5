"""Play clue: the focus can be played, now or after cards that others will play first."""

from hanabi.kernels import Rules

from .. import bits, kernel, levels
from ..layout import DELAYED, NO_CONNECTION, Mind
from .connections import NOBODY, connection_of, wait_for
from .delayed_play import find_coming


@kernel
def plays_seen_by_receiver(r: Rules, m: Mind, giver: int, focus: int, faces: int) -> int:
    """Which of these faces the receiver can explain as plays without cards from the receiver's own hand."""
    plays = 0
    if m.conventions & levels.KNOWS_PLAY_CLUE == 0:
        return plays
    find_coming(r, m, focus)
    while faces:
        kind = bits.lowest_bit(faces)
        faces &= faces - 1
        connection = connection_of(r, m, giver, focus, kind, NOBODY)
        if connection != NO_CONNECTION:
            plays |= 1 << kind
            if connection > DELAYED:
                wait_for(m, focus, kind)
            m.connection = max(m.connection, connection)
    return plays
