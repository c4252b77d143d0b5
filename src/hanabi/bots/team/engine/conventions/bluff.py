"""Bluff: a clue that misleads its receiver asks the next player to play the newest unclued card, whatever it is.

An ejection (by the color of a 5) asks for the second newest, a discharge (by a useless card) for the third newest.
"""

from .. import HIDDEN, Rules, card_sets, clue_readings, inline, kernel, levels, note, promises
from ..layout import BLIND, DOUBTFUL, NO_CELL, OWN_HAND, UNEXPLAINED, Mind
from .finesse import newest_untouched
from .good_touch import unclaimed

KNOWS = levels.switch(levels.FINESSING, 2)


@inline
def is_misled(r: Rules, m: Mind, read: clue_readings.ClueReading) -> bool:
    """The receiver of the clue cannot explain it, or will play a card that others know not to fit."""
    if read.reading == UNEXPLAINED:
        return m.table.useful >> m.table.kinds[read.focus] & 1 != 0
    faces = unclaimed(r, m, read.focus, read.promise)
    return faces != 0 and (card_sets.is_known_playable(m, faces) or read.connection == OWN_HAND)


@inline
def called_place(r: Rules, m: Mind, kind: int) -> int:
    """Which of the next player's unclued cards a bluff with this focus calls for, counted from the newest (0)."""
    if m.table.useful >> kind & 1 == 0:
        return 2
    return 1 if r.step[kind] == r.ranks - 1 else 0


@kernel
def read_bluff(r: Rules, m: Mind, giver: int, read: clue_readings.ClueReading) -> None:
    """If the receiver is misled, the next player, if it is somebody else, is to play an unclued card."""
    seat = (giver + 1) % r.players
    if not is_misled(r, m, read):
        note(KNOWS, clue_readings.NOT_MISLED, read.promise, read.focus)
        return
    if seat == promises.holder_of(read.focus):
        note(KNOWS, clue_readings.NO_PLAYER_BETWEEN, 0, read.focus)
        return
    if promises.is_strict(m, giver) or promises.conventions_of(m, seat) & KNOWS == 0:
        note(KNOWS, clue_readings.NOT_KNOWN, 0, m.table.hands[seat][0])
        return
    cell, passed = newest_untouched(m, seat, 0), 0
    for _ in range(called_place(r, m, m.table.kinds[read.focus])):
        if cell != NO_CELL:
            passed |= 1 << cell
            cell = newest_untouched(m, seat, passed)
    if cell == NO_CELL or m.cards.marks[cell] & BLIND:
        return
    faces = promises.literal(m, cell) & m.table.playable
    seen = m.table.kinds[cell]
    if faces == 0 or (seen != HIDDEN and m.table.playable >> seen & 1 == 0):
        note(KNOWS, clue_readings.NOT_PLAYABLE, 0, cell)
        return
    note(KNOWS, clue_readings.KEPT, faces, cell)
    promises.mark_blind(m, cell, giver)
    m.cards.inferred[cell] = faces
    m.cards.marks[cell] |= DOUBTFUL
