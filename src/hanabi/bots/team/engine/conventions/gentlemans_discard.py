"""Gentleman's discard: a player who discards a playable card says that a teammate holds the other copy."""

from .. import Rules, kernel, levels, promises
from ..layout import ASKED, NO_CELL, Mind
from .belief import belief
from .finesse import newest_untouched

KNOWS = levels.switch(levels.FINESSING, 3)


@kernel
def ask_for_copy(r: Rules, m: Mind, seat: int, kind: int) -> None:
    """The other copy is a clued card that may be it, else the one in finesse position. Called after the discard."""
    if m.table.playable >> kind & 1 == 0 or m.table.turns_left >= 0:
        return
    holder = -1
    for turn in range(1, r.players):
        other = (seat + turn) % r.players
        for slot in range(m.table.held[other]):
            if m.table.kinds[m.table.hands[other][slot]] == kind:
                holder = other
    if holder < 0:
        holder = m.me
    if holder == seat or promises.conventions_of(m, holder) & KNOWS == 0:
        return
    for back in range(m.table.held[holder]):
        cell = m.table.hands[holder][m.table.held[holder] - 1 - back]
        if m.cards.clues[cell] and belief(r, m, cell) >> kind & 1:
            m.cards.inferred[cell] = 1 << kind
            m.cards.marks[cell] |= ASKED
            return
    cell = newest_untouched(m, holder, 0)
    if cell != NO_CELL and promises.literal(m, cell) >> kind & 1:
        promises.mark_blind(m, cell, seat)
        m.cards.inferred[cell] = 1 << kind
