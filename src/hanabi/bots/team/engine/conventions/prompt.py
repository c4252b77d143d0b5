"""Prompt: a clue asks for a clued card that may be the missing one."""

from .. import Rules, kernel, levels, promises
from ..layout import NO_CELL, Mind
from .belief import belief

KNOWS = levels.switch(levels.CONNECTED, 1)


@kernel
def prompted_card(r: Rules, m: Mind, seat: int, kind: int, focus: int, used: int) -> int:
    """The newest clued card that its holder thinks may be this kind.

    For a hand that the tried clue leaves alone, the saved faces show at once if no card can be this kind.
    """
    if promises.conventions_of(m, seat) & KNOWS == 0:
        return NO_CELL
    if not promises.is_hand_new(m, seat) and m.saved.literal[seat] >> kind & 1 == 0:
        return NO_CELL
    for back in range(m.table.held[seat]):
        cell = m.table.hands[seat][m.table.held[seat] - 1 - back]
        is_free = cell != focus and m.cards.clues[cell] and used >> cell & 1 == 0
        if is_free and promises.literal(m, cell) >> kind & 1 and belief(r, m, cell) >> kind & 1:
            return cell
    return NO_CELL
