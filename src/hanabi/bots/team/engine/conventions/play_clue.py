"""Play clue: the focus can be played, now or after cards that others will play first."""

from .. import Rules, bits, clue_readings, kernel, levels, note
from ..layout import DELAYED, DIRECT, NO_CONNECTION, Mind
from .connections import NOBODY, connection_of, wait_for
from .delayed_play import find_coming
from .finesse import KNOWS as KNOWS_FINESSE

KNOWS = levels.switch(levels.BASIC, 2)


@kernel
def plays_seen_by_receiver(r: Rules, m: Mind, giver: int, focus: int, faces: int) -> tuple[int, int]:
    """Which of these faces the receiver can explain as plays without own cards, and the furthest connection."""
    plays, furthest = 0, DIRECT
    if m.conventions & KNOWS == 0:
        return plays, furthest
    find_coming(r, m, focus)
    while faces:
        kind = bits.lowest_bit(faces)
        faces &= faces - 1
        connection = connection_of(r, m, giver, focus, kind, NOBODY, KNOWS_FINESSE)
        note(KNOWS, clue_readings.CARD_MISSING if connection == NO_CONNECTION else clue_readings.KEPT, 1 << kind, focus)
        if connection != NO_CONNECTION:
            plays |= 1 << kind
            if connection > DELAYED:
                wait_for(m, focus, kind)
            furthest = max(furthest, connection)
    return plays, furthest
