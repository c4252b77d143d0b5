"""Bluff: a clue that misleads its receiver asks the next player to play the newest unclued card, whatever it is.

An ejection (by the color of a 5) asks for the second newest, a discharge (by a useless card) for the third newest.
"""

from hanabi.kernels import HIDDEN, Rules

from .. import card_sets, inline, kernel, levels, promises
from ..layout import BLIND, DOUBTFUL, NO_CELL, OWN_HAND, UNEXPLAINED, Mind
from .finesse import newest_untouched
from .good_touch import unclaimed


@inline
def is_misled(r: Rules, m: Mind, focus: int) -> bool:
    """The receiver of the latest clue cannot explain it, or will play a card that others know not to fit."""
    if m.reading == UNEXPLAINED:
        return m.useful >> m.kinds[focus] & 1 != 0
    faces = unclaimed(r, m, focus, m.promise)
    return faces != 0 and (card_sets.is_known_playable(m, faces) or m.connection == OWN_HAND)


@inline
def called_place(r: Rules, m: Mind, kind: int) -> int:
    """Which of the next player's unclued cards a bluff with this focus calls for, counted from the newest (0)."""
    if m.useful >> kind & 1 == 0:
        return 2
    return 1 if r.step[kind] == r.ranks - 1 else 0


@kernel
def read_bluff(r: Rules, m: Mind, giver: int, to: int) -> None:
    """The receiver is misled: the next player, if it is somebody else, is to play an unclued card."""
    seat = (giver + 1) % r.players
    if seat == to or promises.is_strict(m, giver) or promises.conventions_of(m, seat) & levels.KNOWS_BLUFF == 0:
        return
    cell, passed = newest_untouched(m, seat, 0), 0
    for _ in range(called_place(r, m, m.kinds[m.focus])):
        if cell != NO_CELL:
            passed |= 1 << cell
            cell = newest_untouched(m, seat, passed)
    if cell == NO_CELL or m.marks[cell] & BLIND:
        return
    faces = promises.literal(m, cell) & m.playable
    seen = m.kinds[cell]
    if faces == 0 or (seen != HIDDEN and m.playable >> seen & 1 == 0):
        return
    promises.mark_blind(m, cell, giver)
    m.inferred[cell] = faces
    m.marks[cell] |= DOUBTFUL
