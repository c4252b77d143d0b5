"""Trying clues one after the other: saving the mind before the first, restoring it after each.

Beliefs are saved, too, so that only those that a tried clue can change are computed again. Code that says something
about a card while reading a clue marks its cell as new: the whole hand that the clue touches, and the cards it calls
for. Outside of a choice every cell is new, so that nothing saved is used.
"""

from . import HIDDEN, MAX_HAND, Rules, bits, inline, kernel
from .card_sets import is_known_playable
from .clue_reader import read_clue
from .clue_readings import ClueReading
from .conventions.belief import belief, current_belief
from .layout import CELLS, KnownCards, Mind
from .promises import claim, holder_of, is_hand_new, is_touched, literal


@kernel
def save_beliefs(r: Rules, m: Mind) -> None:
    """Called at the beginning of a choice."""
    for seat in range(r.players):
        m.saved.literal[seat], m.saved.faces[seat] = 0, 0
    m.saved.touched = 0
    for cell in range(r.players * MAX_HAND):
        m.saved.claims[cell] = claim(m, cell)
        if is_touched(m, cell):
            m.saved.touched |= 1 << cell
            m.saved.literal[holder_of(cell)] |= literal(m, cell)
            m.saved.faces[holder_of(cell)] |= literal(m, cell) & m.cards.inferred[cell] & m.table.useful
    m.saved.new_cells, m.saved.new_claims = 0, 0
    for cell in range(r.players * MAX_HAND):
        m.saved.beliefs[cell] = belief(r, m, cell)


@inline
def ignore_saved_beliefs(r: Rules, m: Mind) -> None:
    """Mark every cell as new."""
    m.saved.new_cells = (1 << r.players * MAX_HAND) - 1


@inline
def is_hand_unchanged(m: Mind, seat: int) -> bool:
    """Every belief about this hand is as saved."""
    return not is_hand_new(m, seat) and m.saved.faces[seat] & m.saved.new_claims == 0


@kernel
def has_known_play(r: Rules, m: Mind, seat: int) -> bool:
    """The seat holds a card that it knows to be playable."""
    for slot in range(m.table.held[seat]):
        if is_known_playable(m, current_belief(r, m, m.table.hands[seat][slot])):
            return True
    return False


@kernel
def copy_cards(copy: KnownCards, cards: KnownCards) -> None:
    """Copy everything that reading a clue may change; new waits only follow the earlier ones."""
    for cell in range(CELLS):
        copy.possible[cell] = cards.possible[cell]
        copy.inferred[cell] = cards.inferred[cell]
        copy.clues[cell] = cards.clues[cell]
        copy.marks[cell] = cards.marks[cell]
        copy.giver[cell] = cards.giver[cell]
        copy.since[cell] = cards.since[cell]
    copy.waiting = cards.waiting


@inline
def undo_clue(m: Mind) -> None:
    """Take back the clue tried last."""
    copy_cards(m.cards, m.undo)
    m.saved.new_cells, m.saved.new_claims = 0, 0


@kernel
def try_clue(r: Rules, m: Mind, to: int, clue: int, touched: int) -> ClueReading:
    """Read a clue that this seat could give; it stays in the mind until `undo_clue`.

    Notes the kinds whose claims it may have changed.
    """
    read = read_clue(r, m, m.me, to, clue, touched)
    rest = m.saved.new_cells
    while rest:
        cell = bits.lowest_bit(rest)
        rest &= rest - 1
        if m.cards.since[cell] != m.undo.since[cell] or claim(m, cell) != m.saved.claims[cell]:
            m.saved.new_claims |= m.undo.possible[cell] if m.table.kinds[cell] == HIDDEN else 1 << m.table.kinds[cell]
    return read
