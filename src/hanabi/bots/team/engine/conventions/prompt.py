"""Prompt: a clue asks for a clued card that may be the missing one."""

from hanabi.kernels import Rules

from .. import kernel, levels, promises
from ..layout import NO_CELL, Mind
from .belief import belief


@kernel
def prompted_card(r: Rules, m: Mind, seat: int, kind: int, focus: int, used: int) -> int:
    """The newest clued card that its holder thinks may be this kind.

    For a hand that the tried clue leaves alone, the saved faces show at once if no card can be this kind.
    """
    if promises.conventions_of(m, seat) & levels.KNOWS_PROMPT == 0:
        return NO_CELL
    if not promises.is_hand_new(m, seat) and m.saved_literal[seat] >> kind & 1 == 0:
        return NO_CELL
    for back in range(m.held[seat]):
        cell = m.hands[seat][m.held[seat] - 1 - back]
        is_free = cell != focus and m.clues[cell] and used >> cell & 1 == 0
        if is_free and promises.literal(m, cell) >> kind & 1 and belief(r, m, cell) >> kind & 1:
            return cell
    return NO_CELL
