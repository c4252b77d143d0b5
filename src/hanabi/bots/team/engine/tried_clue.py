"""A clue that is tried: the state of the mind is kept and restored, and what the clue leaves alone is not worked out anew."""

from hanabi.kernels.layout import HIDDEN, MAX_HAND, MAX_KINDS, Rules

from . import inline, kernel
from .belief import belief
from .layout import CELLS, Mind
from .promises import is_touched, literal, owner_of, promised_face

TOUCHED = 1 << MAX_KINDS


@kernel
def keep_state(r: Rules, m: Mind) -> None:
    """Before clues are tried one after the other, as if each were given now."""
    for cell in range(CELLS):
        m.kept_open[cell] = m.open[cell]
        m.kept_inferred[cell] = m.inferred[cell]
        m.kept_clues[cell] = m.clues[cell]
        m.kept_marks[cell] = m.marks[cell]
        m.kept_giver[cell] = m.giver[cell]
        m.kept_since[cell] = m.since[cell]
    m.kept_waiting = m.waiting
    for cell in range(r.players * MAX_HAND):
        m.kept_belief[cell] = belief(r, m, cell)
        m.kept_claim[cell] = claim(m, cell)
    m.clock += 1
    m.is_trying = 1


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


@inline
def end_trials(m: Mind) -> None:
    m.clock -= 1
    m.is_trying = 0


@inline
def claim(m: Mind, cell: int) -> int:
    """What good touch reckons by (see `claimed`), beside the face, the time and the giver."""
    return TOUCHED | promised_face(m, cell) if is_touched(m, cell) else 0


@inline
def compare_with_kept(r: Rules, m: Mind, to: int) -> None:
    """Note what the tried clue may change: in the receiver's hand anything, elsewhere the cards that it calls for."""
    m.new_cells, m.new_claims = 0, 0
    for cell in range(r.players * MAX_HAND):
        is_later = m.since[cell] != m.kept_since[cell]
        is_changed = m.inferred[cell] != m.kept_inferred[cell] or m.marks[cell] != m.kept_marks[cell]
        if is_later or is_changed or owner_of(cell) == to:
            m.new_cells |= 1 << cell
            if is_later or claim(m, cell) != m.kept_claim[cell]:
                m.new_claims |= m.kept_open[cell] if m.kinds[cell] == HIDDEN else 1 << m.kinds[cell]


@inline
def belief_on_trial(r: Rules, m: Mind, cell: int) -> int:
    """What its owner takes a card to be, from before the tried clue where that makes no difference."""
    if m.is_trying and m.new_cells >> cell & 1 == 0:
        if not is_touched(m, cell) or literal(m, cell) & m.inferred[cell] & m.useful & m.new_claims == 0:
            return m.kept_belief[cell]
    return belief(r, m, cell)
