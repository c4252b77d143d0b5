"""Delayed play: the focus fits after cards that are promised already and not played yet."""

from hanabi.kernels.layout import MAX_HAND, Rules

from .. import inline, kernel
from ..layout import NO_CELL, Mind
from ..level_table import KNOWS_DELAYED_PLAY
from ..promises import is_known_face, literal, owner_of, promised_face
from ..tried_clue import is_hand_new


@inline
def coming_from(m: Mind, seat: int, focus: int) -> int:
    """The kinds that a seat knows to hold exactly, beside the focus, and will play without being asked."""
    kinds = 0
    for cell in range(seat * MAX_HAND, (seat + 1) * MAX_HAND):
        if cell != focus and m.clues[cell] | m.marks[cell]:
            face = literal(m, cell)
            kinds |= face if is_known_face(m, cell, face) else promised_face(m, cell)
    return kinds


@kernel
def keep_coming(r: Rules, m: Mind) -> None:
    """At the beginning of a choice."""
    for seat in range(r.players):
        m.kept_coming[seat] = coming_from(m, seat, NO_CELL)


@kernel
def look_for_coming(r: Rules, m: Mind, focus: int) -> None:
    """Note the kinds that are on their way, without the focus. In hands of which nothing new is said they are kept."""
    kinds = 0
    for seat in range(r.players):
        is_kept = seat != owner_of(focus) and not is_hand_new(m, seat)
        kinds |= m.kept_coming[seat] if is_kept else coming_from(m, seat, focus)
    m.coming = kinds


@inline
def can_wait(m: Mind) -> bool:
    """For cards that are on their way."""
    return m.conventions & KNOWS_DELAYED_PLAY != 0
