"""Bluff: a clue that misleads its receiver asks the next player for the newest unclued card, whatever it is."""

from hanabi.kernels.layout import HIDDEN, Rules

from .. import inline, kernel
from ..belief import is_busy, is_known_playable
from ..blind_calls import can_be_called, mark_blind
from ..layout import BLIND, DOUBTFUL, NO_CELL, OWN_HAND, UNEXPLAINED, Mind
from ..level_table import KNOWS_BLUFF
from ..promises import literal
from .finesse import newest_untouched
from .good_touch import unclaimed


@inline
def is_misled(r: Rules, m: Mind, focus: int) -> bool:
    """The receiver of the latest clue makes nothing of it, or will play what others know not to fit."""
    if m.reading == UNEXPLAINED:
        return m.useful >> m.kinds[focus] & 1 != 0
    faces = unclaimed(r, m, focus, m.promise)
    return faces != 0 and (is_known_playable(m, faces) or m.connection == OWN_HAND)


@kernel
def read_bluff(r: Rules, m: Mind, giver: int, to: int) -> None:
    """The receiver is misled: the next player, if another, is to play the newest card without a clue."""
    seat = (giver + 1) % r.players
    if seat == to or not can_be_called(r, m, seat, KNOWS_BLUFF) or is_busy(r, m, seat):
        return
    cell = newest_untouched(m, seat, 0)
    if cell == NO_CELL or m.marks[cell] & BLIND:
        return
    faces = literal(m, cell) & m.playable
    seen = m.kinds[cell]
    if faces == 0 or (seen != HIDDEN and m.playable >> seen & 1 == 0):
        return
    mark_blind(m, cell, giver)
    m.inferred[cell] = faces
    m.marks[cell] |= DOUBTFUL
