"""What a card is believed to be: by clues, counting, promises and good touch, in this order of priority."""

from hanabi.kernels.layout import HIDDEN, MAX_HAND, Rules

from . import inline, kernel
from .card_sets import is_single
from .layout import BASIC, BLIND, EVERYTHING, MOVED, NO_CELL, PLAIN, Mind

DOUBTS = 4  # how far below the least count a partner may be before it is taken to know no conventions


@inline
def owner_of(cell: int) -> int:
    return cell // MAX_HAND


@inline
def level_of(m: Mind, seat: int) -> int:
    """The conventions that a seat is taken to share with this mind."""
    if seat == m.me:
        return m.level
    if m.follows[seat] < min(2 * m.strikes, 6) - DOUBTS:
        return PLAIN
    return min(m.level, BASIC) if m.answers[seat] < 0 else m.level


@inline
def is_plain(m: Mind, cell: int) -> bool:
    """Nothing but the plain clues counts for this card: its owner, or who gave the clue, knows no conventions."""
    giver = m.giver[cell]
    return level_of(m, owner_of(cell)) == PLAIN or (giver >= 0 and level_of(m, giver) == PLAIN)


@inline
def is_touched(m: Mind, cell: int) -> bool:
    """Clued, or promised by a finesse: a card its owner keeps."""
    return m.clues[cell] != 0 or m.marks[cell] & BLIND != 0


@inline
def literal(m: Mind, cell: int) -> int:
    """What it can be by the literal clues and by counting."""
    return m.open[cell] & m.unseen[owner_of(cell)]


@inline
def promised(m: Mind, cell: int) -> int:
    if is_plain(m, cell):
        return literal(m, cell)
    return literal(m, cell) & m.inferred[cell] & m.useful


@kernel
def claimed(r: Rules, m: Mind, cell: int) -> int:
    """Kinds that touched cards elsewhere already are: good touch says that this card is none of them.

    Of two cards the one touched later decides: whoever touched it knew the other, unless that lay in their own hand.
    Then, and in the owner's hand, only a card with one face left counts.
    """
    mask = 0
    owner, giver = owner_of(cell), m.giver[cell]
    for seat in range(r.players):
        for slot in range(m.held[seat]):
            other = m.hands[seat][slot]
            if other == cell or not is_touched(m, other):
                continue
            seen = m.kinds[other]
            later = m.since[other] > m.since[cell]
            if later and m.giver[other] == owner:
                continue
            if seat == owner or seen == HIDDEN or (seat == giver and not later):
                faces = promised(m, other)
                if is_single(faces) and (seen == HIDDEN or faces == 1 << seen):
                    mask |= faces
            else:
                mask |= 1 << m.kinds[other]
    return mask


@kernel
def belief(r: Rules, m: Mind, cell: int) -> int:
    """What its owner takes it to be. A promise that cannot be true any more gives way to the plain clues.

    So does one that is used up, and good touch: that all faces are claimed elsewhere is no proof.
    """
    possible = literal(m, cell)
    if not is_touched(m, cell) or is_plain(m, cell):
        return possible
    faces = possible & m.inferred[cell]
    if faces & m.useful == 0:
        return possible
    faces &= m.useful
    spare = faces & ~claimed(r, m, cell)
    if spare:
        return spare
    return possible if m.inferred[cell] == EVERYTHING else faces


@inline
def is_known_playable(m: Mind, faces: int) -> bool:
    return faces != 0 and faces & ~m.playable == 0


@inline
def is_known_useless(m: Mind, faces: int) -> bool:
    return faces & m.useful == 0


@kernel
def is_busy(r: Rules, m: Mind, seat: int) -> bool:
    for slot in range(m.held[seat]):
        if is_known_playable(m, belief(r, m, m.hands[seat][slot])):
            return True
    return False


@kernel
def chop(m: Mind, seat: int) -> int:
    """The oldest card without a clue or a mark; NO_CELL when the hand is locked."""
    for slot in range(m.held[seat]):
        cell = m.hands[seat][slot]
        if m.clues[cell] == 0 and m.marks[cell] & (BLIND | MOVED) == 0:
            return cell
    return NO_CELL


@kernel
def newest_untouched(m: Mind, seat: int, skip: int) -> int:
    """The card a finesse calls on: the newest without clue or earlier promise, after `skip` (a mask of cells)."""
    for back in range(m.held[seat]):
        cell = m.hands[seat][m.held[seat] - 1 - back]
        is_free = not is_touched(m, cell) or (m.clues[cell] == 0 and m.since[cell] == m.clock)
        if is_free and skip >> cell & 1 == 0:
            return cell
    return NO_CELL
