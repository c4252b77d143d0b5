"""What is said about a card: by its clues, by counting, and by promises of players who share the conventions."""

from . import HIDDEN, MAX_HAND, MAX_KINDS, Rules, inline, kernel
from .card_sets import is_single
from .layout import BLIND, EVERYTHING, WHOLE_HAND, Mind
from .levels import PLAIN

TOUCHED = 1 << MAX_KINDS
PLAIN_BELOW = -200  # log-odds: a partner who is read literally and gets plain clues
INVERSE = 64 // MAX_HAND + 1  # 64 / MAX_HAND rounded up: exact enough for the few cells there are


@inline
def holder_of(cell: int) -> int:
    """`cell // MAX_HAND`, without the sign checks of a compiled division: this is called more than anything else."""
    return cell * INVERSE >> 6


@inline
def conventions_of(m: Mind, seat: int) -> int:
    """The conventions that a seat is assumed to share with this mind."""
    return PLAIN if seat != m.me and m.partners.odds[seat] < PLAIN_BELOW else m.conventions


@inline
def is_strict(m: Mind, giver: int) -> bool:
    """Whether this giver's clue means only what every club reads: the seat's own clues, with unknown partners.

    The clues of others are read by all the conventions that this mind knows.
    """
    return m.partners.strict != 0 and giver == m.me


@inline
def is_plain(m: Mind, cell: int) -> bool:
    """Only the plain clues count for this card: its holder or the giver of the clue knows no conventions."""
    giver = m.cards.giver[cell]
    return conventions_of(m, holder_of(cell)) == PLAIN or (giver >= 0 and conventions_of(m, giver) == PLAIN)


@inline
def is_touched(m: Mind, cell: int) -> bool:
    """Clued, or promised by a finesse: a card that its holder keeps."""
    return m.cards.clues[cell] != 0 or m.cards.marks[cell] & BLIND != 0


@inline
def literal(m: Mind, cell: int) -> int:
    """The kinds that plain clues and counting leave."""
    return m.cards.possible[cell] & m.table.unseen[holder_of(cell)]


@inline
def promised_face(m: Mind, cell: int) -> int:
    """The only face that promises, or else the plain clues, leave; 0 if there are more or it is seen to be another."""
    possible = literal(m, cell)
    faces = possible & m.cards.inferred[cell] & m.table.useful
    if not is_known_face(m, cell, faces) and not is_known_face(m, cell, possible):
        return 0
    believed = possible if is_plain(m, cell) else faces
    return believed if is_known_face(m, cell, believed) else 0


@inline
def is_known_face(m: Mind, cell: int, faces: int) -> bool:
    """Whether `faces` is a single face and the card is not seen to be another."""
    seen = m.table.kinds[cell]
    return is_single(faces) if seen == HIDDEN else faces == 1 << seen


@inline
def claim(m: Mind, cell: int) -> int:
    """What `claimed` (good touch) needs to know about a touched card besides its face, time and giver; else 0."""
    return TOUCHED | promised_face(m, cell) if is_touched(m, cell) else 0


@inline
def current_claim(m: Mind, cell: int) -> int:
    """The saved claim, unless the tried clue says something about the card (see `tried_clue.py`)."""
    return claim(m, cell) if m.saved.new_cells >> cell & 1 else m.saved.claims[cell]


@inline
def is_hand_new(m: Mind, seat: int) -> bool:
    """The tried clue says something about one of its cards."""
    return m.saved.new_cells & WHOLE_HAND << seat * MAX_HAND != 0


@inline
def mark_blind(m: Mind, cell: int, giver: int) -> None:
    """Call for a card to be played blind."""
    m.saved.new_cells |= 1 << cell
    m.cards.marks[cell] |= BLIND
    m.cards.giver[cell] = giver
    m.cards.since[cell] = m.table.clock


@inline
def withdraw_call(m: Mind, cell: int) -> None:
    """A card is no longer called for blind."""
    m.cards.marks[cell] &= ~BLIND
    m.cards.inferred[cell] = EVERYTHING


@inline
def keep_wait(m: Mind, place: int, count: int) -> int:
    """Move a wait behind the first `count`; returns how many there are then."""
    c = m.cards
    c.wait_focus[count], c.wait_face[count] = c.wait_focus[place], c.wait_face[place]
    c.wait_card[count], c.wait_kind[count] = c.wait_card[place], c.wait_kind[place]
    return count + 1


@kernel
def drop_stale_calls(r: Rules, m: Mind) -> None:
    """Drop blind calls for cards that have been played or lost since."""
    for seat in range(r.players):
        for slot in range(m.table.held[seat]):
            card = m.table.hands[seat][slot]
            if m.cards.marks[card] & BLIND and m.cards.inferred[card] & m.table.useful & literal(m, card) == 0:
                m.cards.marks[card] &= ~BLIND
                if m.cards.clues[card] == 0:
                    m.cards.inferred[card] = EVERYTHING
