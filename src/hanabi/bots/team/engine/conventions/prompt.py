"""Prompt: a clued card that may be the missing one is asked for."""

from hanabi.kernels.layout import Rules

from .. import kernel
from ..belief import belief
from ..layout import NO_CELL, Mind
from ..level_table import KNOWS_PROMPT
from ..promises import conventions_of, literal
from ..tried_clue import is_hand_new


@kernel
def prompted_card(r: Rules, m: Mind, seat: int, kind: int, focus: int, used: int) -> int:
    """The newest clued card that its owner takes for this kind, if it may be another one as well.

    In a hand of which nothing new is said, what is kept of it tells at once that no card can be this kind.
    """
    if conventions_of(m, seat) & KNOWS_PROMPT == 0:
        return NO_CELL
    if not is_hand_new(m, seat) and m.kept_literal[seat] >> kind & 1 == 0:
        return NO_CELL
    for back in range(m.held[seat]):
        cell = m.hands[seat][m.held[seat] - 1 - back]
        is_free = cell != focus and m.clues[cell] and used >> cell & 1 == 0
        if is_free and literal(m, cell) >> kind & 1 and belief(r, m, cell) >> kind & 1:
            return cell
    return NO_CELL
