"""Gentleman's discard: a player who discards a playable card says that a teammate holds the other copy."""

from hanabi.kernels import Rules

from .. import kernel, levels, promises
from ..layout import ASKED, NO_CELL, Mind
from .belief import belief
from .finesse import newest_untouched


@kernel
def ask_for_copy(r: Rules, m: Mind, seat: int, kind: int) -> None:
    """The other copy is a clued card that may be it, else the one in finesse position. Called after the discard."""
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
    if holder == seat or promises.conventions_of(m, holder) & levels.KNOWS_GENTLEMANS_DISCARD == 0:
        return
    for back in range(m.held[holder]):
        cell = m.hands[holder][m.held[holder] - 1 - back]
        if m.clues[cell] and belief(r, m, cell) >> kind & 1:
            m.inferred[cell] = 1 << kind
            m.marks[cell] |= ASKED
            return
    cell = newest_untouched(m, holder, 0)
    if cell != NO_CELL and promises.literal(m, cell) >> kind & 1:
        promises.mark_blind(m, cell, seat)
        m.inferred[cell] = 1 << kind
