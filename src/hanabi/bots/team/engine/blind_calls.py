"""Calls to play a card blind, whichever convention makes them: how they are marked, and when they are over."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .layout import BLIND, EVERYTHING, Mind
from .promises import literal


@inline
def mark_blind(m: Mind, cell: int, giver: int) -> None:
    m.new_cells |= 1 << cell
    m.marks[cell] |= BLIND
    m.giver[cell] = giver
    m.since[cell] = m.clock


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
