"""What is said of a card: by its clues, by counting, and by promises of who is taken to share the conventions."""

from hanabi.kernels.layout import HIDDEN, MAX_HAND, MAX_KINDS

from . import inline
from .card_sets import is_single
from .layout import BLIND, Mind
from .level_table import BASICS, PLAIN

TOUCHED = 1 << MAX_KINDS
SHARE = 64 // MAX_HAND + 1  # of 64, rounded up, which is exact enough for so few cells


@inline
def owner_of(cell: int) -> int:
    """`cell // MAX_HAND`; but a compiled division looks at signs, and this is asked most of all."""
    return cell * SHARE >> 6


@inline
def conventions_of(m: Mind, seat: int) -> int:
    """The conventions that a seat is taken to share with this mind."""
    if seat == m.me:
        return m.conventions
    if m.follows[seat] < min(3 * m.strikes, 6) - m.patience[seat]:
        return PLAIN
    return m.conventions & BASICS if m.answers[seat] < 0 else m.conventions


@inline
def is_strict(m: Mind, giver: int) -> bool:
    """Whether a clue of this giver counts for no more than every club reads: the own ones, among partners unknown.

    What others mean is read as far as this mind knows the conventions.
    """
    return m.strict != 0 and giver == m.me


@inline
def is_plain(m: Mind, cell: int) -> bool:
    """Nothing but the plain clues counts for this card: its owner, or who gave the clue, knows no conventions."""
    giver = m.giver[cell]
    return conventions_of(m, owner_of(cell)) == PLAIN or (giver >= 0 and conventions_of(m, giver) == PLAIN)


@inline
def is_touched(m: Mind, cell: int) -> bool:
    """Clued, or promised by a finesse: a card its owner keeps."""
    return m.clues[cell] != 0 or m.marks[cell] & BLIND != 0


@inline
def literal(m: Mind, cell: int) -> int:
    """What it can be by the literal clues and by counting."""
    return m.open[cell] & m.unseen[owner_of(cell)]


@inline
def promised_face(m: Mind, cell: int) -> int:
    """The one face that promises, or else the plain clues, leave a card, unless it is seen to be another; 0 if more."""
    possible = literal(m, cell)
    faces = possible & m.inferred[cell] & m.useful
    if not is_known_face(m, cell, faces) and not is_known_face(m, cell, possible):
        return 0
    told = possible if is_plain(m, cell) else faces
    return told if is_known_face(m, cell, told) else 0


@inline
def is_known_face(m: Mind, cell: int, faces: int) -> bool:
    """They are one face alone, and the card is not seen to be another."""
    seen = m.kinds[cell]
    return is_single(faces) if seen == HIDDEN else faces == 1 << seen


@inline
def claim(m: Mind, cell: int) -> int:
    """What good touch reckons by (see `claimed`), beside the face, the time and the giver. Of other cards nothing."""
    return TOUCHED | promised_face(m, cell) if is_touched(m, cell) else 0


@inline
def current_claim(m: Mind, cell: int) -> int:
    """As kept at the beginning of a choice (see `tried_clue.py`), if nothing new is said of the card."""
    return claim(m, cell) if m.new_cells >> cell & 1 else m.kept_claim[cell]
