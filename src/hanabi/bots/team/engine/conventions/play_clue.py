"""Play clue: the focus can be played, now or after cards that others will play first."""

from hanabi.kernels.layout import Rules

from .. import kernel
from ..connections import NOBODY, connection_of
from ..layout import DELAYED, NO_CONNECTION, Mind
from ..level_table import KNOWS_PLAY_CLUE
from ..links import wait_for
from ..referee import lowest_bit
from .delayed_play import look_for_coming


@kernel
def plays_seen_by_receiver(r: Rules, m: Mind, giver: int, focus: int, faces: int) -> int:
    """Which of these faces the receiver can explain as plays without cards from that same hand."""
    found = 0
    if m.conventions & KNOWS_PLAY_CLUE == 0:
        return found
    look_for_coming(r, m, focus)
    while faces:
        kind = lowest_bit(faces)
        faces &= faces - 1
        connection = connection_of(r, m, giver, focus, kind, NOBODY)
        if connection != NO_CONNECTION:
            found |= 1 << kind
            if connection > DELAYED:
                wait_for(m, focus, kind)
            m.connection = max(m.connection, connection)
    return found
