"""Call by place: near the end, the slot of a discard points at a teammate's playable card.

On hanab.live this is a positional discard (or misplay). In the last round any discard does so; before it, only that of
an untouched card that is not the chop.
"""

from .. import Rules, inline, kernel, levels, promises
from ..layout import Mind
from .chop import chop
from .good_touch import unclaimed

KNOWS = levels.switch(levels.FINESSING, 4)


@inline
def is_positional_discard(r: Rules, m: Mind, seat: int, cell: int) -> bool:
    """The last round, or near the end an untouched card that is not the chop."""
    if m.table.turns_left >= 0:
        return True
    return m.table.deck <= r.players and not promises.is_touched(m, cell) and chop(m, seat) != cell


@inline
def call_blind(r: Rules, m: Mind, cell: int, giver: int) -> None:
    """Call for a card: it is playable, and not a card that is claimed elsewhere."""
    faces = unclaimed(r, m, cell, promises.literal(m, cell) & m.table.playable)
    if m.cards.clues[cell] == 0 and faces:
        promises.mark_blind(m, cell, giver)
        m.cards.inferred[cell] = faces


@kernel
def call_by_place(r: Rules, m: Mind, seat: int, slot: int) -> None:
    """The discard of `slot` points at the same slot in the hand of a player who can play it."""
    t = m.table
    for turn in range(1, r.players):
        other = (seat + turn) % r.players
        if other != m.me and slot < t.held[other] and t.playable >> t.kinds[t.hands[other][slot]] & 1:
            if promises.conventions_of(m, other) & KNOWS:
                call_blind(r, m, t.hands[other][slot], seat)
            return
    if m.me != seat and slot < t.held[m.me] and m.conventions & KNOWS:
        call_blind(r, m, t.hands[m.me][slot], seat)
