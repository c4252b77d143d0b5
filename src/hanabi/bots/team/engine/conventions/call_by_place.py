"""Call by place: near the end a card thrown away points at the same place in the hand of who has one to play.

In the last round any card does so, before it a card that nothing asked its owner to throw away.
"""

from hanabi.kernels.layout import Rules

from .. import inline, kernel
from ..blind_calls import mark_blind
from ..layout import Mind
from ..level_table import KNOWS_CALL_BY_PLACE
from ..promises import conventions_of, is_touched, literal
from .chop import chop
from .good_touch import unclaimed


@inline
def is_place_chosen(r: Rules, m: Mind, seat: int, cell: int) -> bool:
    """Near the end: a card that nothing asked its owner to use, and not the one to be discarded next."""
    if m.turns_left >= 0:
        return True
    return m.deck <= r.players and not is_touched(m, cell) and chop(m, seat) != cell


@inline
def call_blind(r: Rules, m: Mind, cell: int, giver: int) -> None:
    """Whatever it is, it can be played; it is nothing that is known to lie elsewhere."""
    faces = unclaimed(r, m, cell, literal(m, cell) & m.playable)
    if m.clues[cell] == 0 and faces:
        mark_blind(m, cell, giver)
        m.inferred[cell] = faces


@kernel
def call_by_place(r: Rules, m: Mind, seat: int, slot: int) -> None:
    """Near the end who has nothing to play throws away the card in the place where a teammate has one to play."""
    for turn in range(1, r.players):
        other = (seat + turn) % r.players
        if other != m.me and slot < m.held[other] and m.playable >> m.kinds[m.hands[other][slot]] & 1:
            if conventions_of(m, other) & KNOWS_CALL_BY_PLACE:
                call_blind(r, m, m.hands[other][slot], seat)
            return
    if m.me != seat and slot < m.held[m.me] and m.conventions & KNOWS_CALL_BY_PLACE:
        call_blind(r, m, m.hands[m.me][slot], seat)
