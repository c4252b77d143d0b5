"""5 stall: a number 5 clue on a card that is not the chop is not a play clue; it gains time.

A "5" is the number that most fireworks end with.
"""

from hanabi.kernels import Rules

from .. import action_ids, card_sets, cards, inline, kernel, levels, promises
from ..layout import FIVE_STALL, NO_CELL, Mind
from .belief import belief
from .chop import chop


@inline
def is_last_card_clue(r: Rules, clue: int) -> bool:
    """A number that most fireworks end with."""
    return (
        not action_ids.is_color_clue(r, clue)
        and r.step[cards.kind_of(0, action_ids.clued_rank(r, clue))] == r.ranks - 1
    )


@inline
def is_stalling_situation(r: Rules, m: Mind) -> bool:
    """The early game, or all clue tokens are available so that nobody may discard."""
    return m.discarded == 0 or m.tokens >= r.clue_tokens


@kernel
def has_nothing_better(r: Rules, m: Mind, seat: int) -> bool:
    """Everybody sees that this seat can only stall: it has no known play and no known trash."""
    is_full = m.tokens >= r.clue_tokens
    if not is_stalling_situation(r, m) and chop(m, seat) != NO_CELL:
        return False
    for slot in range(m.held[seat]):
        cell = m.hands[seat][slot]
        if promises.is_touched(m, cell):
            faces = belief(r, m, cell)
            if card_sets.is_known_playable(m, faces) or (not is_full and card_sets.is_known_useless(m, faces)):
                return False
    return True


@inline
def is_stall(r: Rules, m: Mind, giver: int, faces: int) -> bool:
    """Read a number clue on last cards off the chop, which may be these faces, as a stall."""
    if m.conventions & levels.KNOWS_FIVE_STALL == 0 or (
        promises.is_strict(m, giver) and not has_nothing_better(r, m, giver)
    ):
        return False
    m.reading = FIVE_STALL
    m.promise = faces
    return True
