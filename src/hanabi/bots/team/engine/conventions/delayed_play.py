"""Delayed play: the focus fits after cards that are already promised and not played yet."""

from .. import MAX_HAND, Rules, inline, kernel, levels, promises
from ..layout import NO_CELL, Mind

KNOWS = levels.switch(levels.CONNECTED, 0)


@inline
def coming_from(m: Mind, seat: int, focus: int) -> int:
    """The kinds, without the focus, that a seat knows exactly and will play without being asked."""
    kinds = 0
    for cell in range(seat * MAX_HAND, (seat + 1) * MAX_HAND):
        if cell != focus and m.cards.clues[cell] | m.cards.marks[cell]:
            face = promises.literal(m, cell)
            kinds |= face if promises.is_known_face(m, cell, face) else promises.promised_face(m, cell)
    return kinds


@kernel
def save_coming(r: Rules, m: Mind) -> None:
    """Called at the beginning of a choice."""
    for seat in range(r.players):
        m.saved.coming[seat] = coming_from(m, seat, NO_CELL)


@kernel
def find_coming(r: Rules, m: Mind, focus: int) -> None:
    """Find the kinds on their way, without the focus; those of hands that the tried clue leaves alone are saved."""
    kinds = 0
    for seat in range(r.players):
        is_saved = seat != promises.holder_of(focus) and not promises.is_hand_new(m, seat)
        kinds |= m.saved.coming[seat] if is_saved else coming_from(m, seat, focus)
    m.links.coming = kinds
