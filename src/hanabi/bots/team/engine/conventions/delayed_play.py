"""Delayed play: the focus fits after cards that are already promised and not played yet."""

from hanabi.kernels.layout import MAX_HAND, Rules

from .. import inline, kernel
from ..layout import NO_CELL, Mind
from ..promises import holder_of, is_hand_new, is_known_face, literal, promised_face


@inline
def coming_from(m: Mind, seat: int, focus: int) -> int:
    """The kinds, without the focus, that a seat knows exactly and will play without being asked."""
    kinds = 0
    for cell in range(seat * MAX_HAND, (seat + 1) * MAX_HAND):
        if cell != focus and m.clues[cell] | m.marks[cell]:
            face = literal(m, cell)
            kinds |= face if is_known_face(m, cell, face) else promised_face(m, cell)
    return kinds


@kernel
def save_coming(r: Rules, m: Mind) -> None:
    """Called at the beginning of a choice."""
    for seat in range(r.players):
        m.saved_coming[seat] = coming_from(m, seat, NO_CELL)


@kernel
def find_coming(r: Rules, m: Mind, focus: int) -> None:
    """Find the kinds on their way, without the focus; those of hands that the tried clue leaves alone are saved."""
    kinds = 0
    for seat in range(r.players):
        is_saved = seat != holder_of(focus) and not is_hand_new(m, seat)
        kinds |= m.saved_coming[seat] if is_saved else coming_from(m, seat, focus)
    m.coming = kinds
