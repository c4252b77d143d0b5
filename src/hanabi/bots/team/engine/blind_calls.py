"""Blind plays that no clue asks for: after a discard of a playable card, by place near the end, or by counting."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .belief import belief, chop, claimed, is_touched, level_of, literal, newest_untouched
from .layout import ASKED, BLIND, EVERYTHING, FINESSING, NO_CELL, Mind
from .referee import kind_count


@inline
def mark_blind(m: Mind, cell: int, giver: int) -> None:
    m.marks[cell] |= BLIND
    m.giver[cell] = giver
    m.since[cell] = m.clock


@inline
def can_be_called(m: Mind, seat: int) -> bool:
    """Who knows finesses may be asked to play blind."""
    return level_of(m, seat) >= FINESSING


@kernel
def ask_for_copy(r: Rules, m: Mind, seat: int, kind: int) -> None:
    """Who throws away a card that could be played says that a teammate has the other one.

    It is a clued card that may be it, else the newest without a clue. Called after the discard.
    """
    if m.playable >> kind & 1 == 0 or m.turns_left >= 0:
        return
    holder = -1
    for turn in range(1, r.players):
        other = (seat + turn) % r.players
        for slot in range(m.held[other]):
            if m.kinds[m.hands[other][slot]] == kind:
                holder = other
    if holder < 0:
        holder = m.me
    if holder == seat or not can_be_called(m, holder):
        return
    for back in range(m.held[holder]):
        cell = m.hands[holder][m.held[holder] - 1 - back]
        if m.clues[cell] and belief(r, m, cell) >> kind & 1:
            m.inferred[cell] = 1 << kind
            m.marks[cell] |= ASKED
            return
    cell = newest_untouched(m, holder, 0)
    if cell != NO_CELL and literal(m, cell) >> kind & 1:
        mark_blind(m, cell, seat)
        m.inferred[cell] = 1 << kind


@inline
def call_blind(r: Rules, m: Mind, cell: int, giver: int) -> None:
    """Whatever it is, it can be played; it is nothing that is known to lie elsewhere."""
    faces = literal(m, cell) & m.playable & ~claimed(r, m, cell)
    if m.clues[cell] == 0 and faces:
        mark_blind(m, cell, giver)
        m.inferred[cell] = faces


@inline
def is_place_chosen(r: Rules, m: Mind, seat: int, cell: int) -> bool:
    """Near the end: a card that nothing asked its owner to use, and not the one to be discarded next."""
    if m.turns_left >= 0:
        return True
    return m.deck <= r.players and not is_touched(m, cell) and chop(m, seat) != cell


@kernel
def call_by_place(r: Rules, m: Mind, seat: int, slot: int) -> None:
    """Near the end who has nothing to play throws away the card in the place where a teammate has one to play."""
    for turn in range(1, r.players):
        other = (seat + turn) % r.players
        if other != m.me and slot < m.held[other] and m.playable >> m.kinds[m.hands[other][slot]] & 1:
            if can_be_called(m, other):
                call_blind(r, m, m.hands[other][slot], seat)
            return
    if m.me != seat and slot < m.held[m.me] and can_be_called(m, m.me):
        call_blind(r, m, m.hands[m.me][slot], seat)


@kernel
def call_by_counting(r: Rules, m: Mind) -> None:
    """Without a deck what this seat sees nowhere is in its own hand: if it fits, it is the newest card without a clue.

    Unless a clued card may be it, or somebody calls for another one.
    """
    missing, drawn = 0, m.held[m.me]
    for kind in range(kind_count(r)):
        drawn -= m.hidden[kind]
        if m.hidden[kind] and m.playable >> kind & 1:
            missing |= 1 << kind
    if drawn or m.level < FINESSING:
        return
    for slot in range(m.held[m.me]):
        cell = m.hands[m.me][slot]
        if m.marks[cell] & BLIND and m.giver[cell] == m.me:
            m.marks[cell] &= ~BLIND
            m.inferred[cell] = EVERYTHING
        if is_touched(m, cell):
            missing &= ~literal(m, cell)
    cell = newest_untouched(m, m.me, 0)
    if cell != NO_CELL and literal(m, cell) & missing:
        mark_blind(m, cell, m.me)
        m.inferred[cell] = literal(m, cell) & missing


@kernel
def drop_stale_calls(r: Rules, m: Mind) -> None:
    """Blind calls for cards that were played or lost meanwhile are over."""
    for seat in range(r.players):
        for slot in range(m.held[seat]):
            card = m.hands[seat][slot]
            if m.marks[card] & BLIND and m.inferred[card] & m.useful & literal(m, card) == 0:
                m.marks[card] &= ~BLIND
                if m.clues[card] == 0:
                    m.inferred[card] = EVERYTHING
