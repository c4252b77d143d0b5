"""Finesse: the newest unclued card of somebody is the missing one and is played blind.

Reverse finesses (its owner comes after the receiver of the clue), double ones (two cards, in one or two hands) and
queued ones (a second call means the card behind the first) are the same code: the owner may sit anywhere, the search
for missing cards goes on, and cards that are called for already are skipped.
"""

from hanabi.kernels.layout import Rules

from .. import kernel
from ..blind_calls import can_be_called
from ..layout import NO_CELL, Mind
from ..promises import is_touched, literal

MOST_BLIND = 2  # a double finesse


@kernel
def newest_untouched(m: Mind, seat: int, skip: int) -> int:
    """The card a finesse calls on: the newest without clue or earlier promise, after `skip` (a mask of cells)."""
    for back in range(m.held[seat]):
        cell = m.hands[seat][m.held[seat] - 1 - back]
        is_free = not is_touched(m, cell) or (m.clues[cell] == 0 and m.since[cell] == m.clock)
        if is_free and skip >> cell & 1 == 0:
            return cell
    return NO_CELL


@kernel
def finessed_card(r: Rules, m: Mind, seat: int, kind: int, skip: int, unseen: bool, convention: int) -> int:
    """The newest unclued card if it is this kind, or with `unseen` may be. `convention`: the one that calls for it."""
    if not can_be_called(r, m, seat, convention):
        return NO_CELL
    cell = newest_untouched(m, seat, skip)
    if cell != NO_CELL and (m.kinds[cell] == kind or (unseen and literal(m, cell) >> kind & 1)):
        return cell
    return NO_CELL
