"""Clues that are tried one after the other: what is kept of the mind before them, and restored after each.

What is believed at the beginning of the choice is kept, too: only what a tried clue may change is worked out anew. Who
says something of a card while a clue is read notes its cell as new: the whole hand that the clue touches, and the cards
that it calls for. Outside of a choice every cell is new, so that nothing is taken from what was kept.
"""

from hanabi.kernels.layout import HIDDEN, MAX_HAND, Rules

from . import inline, kernel
from .belief import belief, is_known_playable
from .layout import CELLS, WHOLE_HAND, Mind
from .promises import claim, is_touched, literal, owner_of
from .referee import lowest_bit


@kernel
def keep_beliefs(r: Rules, m: Mind) -> None:
    """At the beginning of a choice."""
    for seat in range(r.players):
        m.kept_literal[seat], m.kept_faces[seat] = 0, 0
    m.kept_touched = 0
    for cell in range(r.players * MAX_HAND):
        m.kept_claim[cell] = claim(m, cell)
        if is_touched(m, cell):
            m.kept_touched |= 1 << cell
            m.kept_literal[owner_of(cell)] |= literal(m, cell)
            m.kept_faces[owner_of(cell)] |= literal(m, cell) & m.inferred[cell] & m.useful
    m.new_cells, m.new_claims = 0, 0
    for cell in range(r.players * MAX_HAND):
        m.kept_belief[cell] = belief(r, m, cell)


@inline
def drop_beliefs(r: Rules, m: Mind) -> None:
    """Every cell is new."""
    m.new_cells = (1 << r.players * MAX_HAND) - 1


@inline
def current_belief(r: Rules, m: Mind, cell: int) -> int:
    """What its owner takes a card to be: as kept, if nothing new concerns it."""
    faces = literal(m, cell) & m.inferred[cell] & m.useful
    if m.new_cells >> cell & 1 or (faces & m.new_claims and is_touched(m, cell)):
        return belief(r, m, cell)
    return m.kept_belief[cell]


@inline
def is_hand_new(m: Mind, seat: int) -> bool:
    """Something new is said of one of its cards."""
    return m.new_cells & WHOLE_HAND << seat * MAX_HAND != 0


@inline
def is_hand_as_kept(m: Mind, seat: int) -> bool:
    """Every belief about this hand is as kept."""
    return not is_hand_new(m, seat) and m.kept_faces[seat] & m.new_claims == 0


@kernel
def is_busy(r: Rules, m: Mind, seat: int) -> bool:
    """Somebody has a card that is known to be playable."""
    for slot in range(m.held[seat]):
        if is_known_playable(m, current_belief(r, m, m.hands[seat][slot])):
            return True
    return False


@kernel
def keep_state(m: Mind) -> None:
    for cell in range(CELLS):
        m.kept_open[cell] = m.open[cell]
        m.kept_inferred[cell] = m.inferred[cell]
        m.kept_clues[cell] = m.clues[cell]
        m.kept_marks[cell] = m.marks[cell]
        m.kept_giver[cell] = m.giver[cell]
        m.kept_since[cell] = m.since[cell]
    m.kept_waiting = m.waiting


@kernel
def restore_state(m: Mind) -> None:
    for cell in range(CELLS):
        m.open[cell] = m.kept_open[cell]
        m.inferred[cell] = m.kept_inferred[cell]
        m.clues[cell] = m.kept_clues[cell]
        m.marks[cell] = m.kept_marks[cell]
        m.giver[cell] = m.kept_giver[cell]
        m.since[cell] = m.kept_since[cell]
    m.waiting = m.kept_waiting
    m.new_cells, m.new_claims = 0, 0


@inline
def compare_claims(m: Mind) -> None:
    """Note which kinds a tried clue, now read, may have made claimed or free."""
    rest = m.new_cells
    while rest:
        cell = lowest_bit(rest)
        rest &= rest - 1
        if m.since[cell] != m.kept_since[cell] or claim(m, cell) != m.kept_claim[cell]:
            m.new_claims |= m.kept_open[cell] if m.kinds[cell] == HIDDEN else 1 << m.kinds[cell]
