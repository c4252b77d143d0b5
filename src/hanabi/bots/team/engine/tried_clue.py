"""Trying clues one after the other: saving the mind before the first, restoring it after each.

Beliefs are saved, too, so that only those that a tried clue can change are computed again. Code that says something
about a card while reading a clue marks its cell as new: the whole hand that the clue touches, and the cards it calls
for. Outside of a choice every cell is new, so that nothing saved is used.
"""

from hanabi.kernels import HIDDEN, MAX_HAND, Rules

from . import bits, inline, kernel
from .card_sets import is_known_playable
from .conventions.belief import belief, current_belief
from .layout import CELLS, Mind
from .promises import claim, holder_of, is_hand_new, is_touched, literal


@kernel
def save_beliefs(r: Rules, m: Mind) -> None:
    """Called at the beginning of a choice."""
    for seat in range(r.players):
        m.saved_literal[seat], m.saved_faces[seat] = 0, 0
    m.saved_touched = 0
    for cell in range(r.players * MAX_HAND):
        m.saved_claim[cell] = claim(m, cell)
        if is_touched(m, cell):
            m.saved_touched |= 1 << cell
            m.saved_literal[holder_of(cell)] |= literal(m, cell)
            m.saved_faces[holder_of(cell)] |= literal(m, cell) & m.inferred[cell] & m.useful
    m.new_cells, m.new_claims = 0, 0
    for cell in range(r.players * MAX_HAND):
        m.saved_belief[cell] = belief(r, m, cell)


@inline
def ignore_saved_beliefs(r: Rules, m: Mind) -> None:
    """Mark every cell as new."""
    m.new_cells = (1 << r.players * MAX_HAND) - 1


@inline
def is_hand_unchanged(m: Mind, seat: int) -> bool:
    """Every belief about this hand is as saved."""
    return not is_hand_new(m, seat) and m.saved_faces[seat] & m.new_claims == 0


@kernel
def has_known_play(r: Rules, m: Mind, seat: int) -> bool:
    """The seat holds a card that it knows to be playable."""
    for slot in range(m.held[seat]):
        if is_known_playable(m, current_belief(r, m, m.hands[seat][slot])):
            return True
    return False


@kernel
def save_state(m: Mind) -> None:
    for cell in range(CELLS):
        m.saved_possible[cell] = m.possible[cell]
        m.saved_inferred[cell] = m.inferred[cell]
        m.saved_clues[cell] = m.clues[cell]
        m.saved_marks[cell] = m.marks[cell]
        m.saved_giver[cell] = m.giver[cell]
        m.saved_since[cell] = m.since[cell]
    m.saved_waiting = m.waiting


@kernel
def restore_state(m: Mind) -> None:
    for cell in range(CELLS):
        m.possible[cell] = m.saved_possible[cell]
        m.inferred[cell] = m.saved_inferred[cell]
        m.clues[cell] = m.saved_clues[cell]
        m.marks[cell] = m.saved_marks[cell]
        m.giver[cell] = m.saved_giver[cell]
        m.since[cell] = m.saved_since[cell]
    m.waiting = m.saved_waiting
    m.new_cells, m.new_claims = 0, 0


@inline
def note_new_claims(m: Mind) -> None:
    """Note the kinds whose claims the tried clue, now read, may have changed."""
    rest = m.new_cells
    while rest:
        cell = bits.lowest_bit(rest)
        rest &= rest - 1
        if m.since[cell] != m.saved_since[cell] or claim(m, cell) != m.saved_claim[cell]:
            m.new_claims |= m.saved_possible[cell] if m.kinds[cell] == HIDDEN else 1 << m.kinds[cell]
