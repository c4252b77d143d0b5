"""Call by place: a card thrown away in the last round points at the same place in the hand of who has one to play."""

from hanabi.kernels.layout import Rules

from .. import inline, kernel
from ..blind_calls import can_be_called, mark_blind
from ..layout import Mind
from ..level_table import KNOWS_CALL_BY_PLACE
from ..promises import literal


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
