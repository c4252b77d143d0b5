"""Call by place: near the end, the slot of a discard points at a teammate's playable card.

On hanab.live this is a positional discard (or misplay). In the last round any discard does so; before it, only that of
an untouched card that is not the chop.
"""

from hanabi.kernels import Rules

from .. import inline, kernel, levels, promises
from ..layout import Mind
from .chop import chop
from .good_touch import unclaimed


@inline
def is_positional_discard(r: Rules, m: Mind, seat: int, cell: int) -> bool:
    """The last round, or near the end an untouched card that is not the chop."""
    if m.turns_left >= 0:
        return True
    return m.deck <= r.players and not promises.is_touched(m, cell) and chop(m, seat) != cell


@inline
def call_blind(r: Rules, m: Mind, cell: int, giver: int) -> None:
    """Call for a card: it is playable, and not a card that is claimed elsewhere."""
    faces = unclaimed(r, m, cell, promises.literal(m, cell) & m.playable)
    if m.clues[cell] == 0 and faces:
        promises.mark_blind(m, cell, giver)
        m.inferred[cell] = faces


@kernel
def call_by_place(r: Rules, m: Mind, seat: int, slot: int) -> None:
    """The discard of `slot` points at the same slot in the hand of a player who can play it."""
    for turn in range(1, r.players):
        other = (seat + turn) % r.players
        if other != m.me and slot < m.held[other] and m.playable >> m.kinds[m.hands[other][slot]] & 1:
            if promises.conventions_of(m, other) & levels.KNOWS_CALL_BY_PLACE:
                call_blind(r, m, m.hands[other][slot], seat)
            return
    if m.me != seat and slot < m.held[m.me] and m.conventions & levels.KNOWS_CALL_BY_PLACE:
        call_blind(r, m, m.hands[m.me][slot], seat)
