"""Blind plays that no clue asks for: a playable card was thrown away, or in the last round a card in the same place."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .belief import belief, conventions_of, literal, newest_untouched
from .layout import ASKED, BLIND, EVERYTHING, NO_CELL, Mind
from .level_table import KNOWS_CALL_BY_PLACE, KNOWS_GENTLEMANS_DISCARD


@inline
def mark_blind(m: Mind, cell: int, giver: int) -> None:
    m.marks[cell] |= BLIND
    m.giver[cell] = giver
    m.since[cell] = m.clock


@inline
def can_be_called(r: Rules, m: Mind, seat: int, convention: int) -> bool:
    """The seat is taken to know the convention that asks it to play blind; with one strike left nobody is asked."""
    return conventions_of(m, seat) & convention != 0 and m.strikes + 1 < r.strikes


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
    if holder == seat or not can_be_called(r, m, holder, KNOWS_GENTLEMANS_DISCARD):
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
def call_blind(m: Mind, cell: int, giver: int) -> None:
    """Whatever it is, it can be played."""
    if m.clues[cell] == 0 and literal(m, cell) & m.playable:
        mark_blind(m, cell, giver)
        m.inferred[cell] = literal(m, cell) & m.playable


@kernel
def call_by_place(r: Rules, m: Mind, seat: int, slot: int) -> None:
    """In the last round who has nothing to play throws away the card in the place where a teammate has one to play."""
    for turn in range(1, r.players):
        other = (seat + turn) % r.players
        if other != m.me and slot < m.held[other] and m.playable >> m.kinds[m.hands[other][slot]] & 1:
            if can_be_called(r, m, other, KNOWS_CALL_BY_PLACE):
                call_blind(m, m.hands[other][slot], seat)
            return
    if m.me != seat and slot < m.held[m.me] and can_be_called(r, m, m.me, KNOWS_CALL_BY_PLACE):
        call_blind(m, m.hands[m.me][slot], seat)


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
