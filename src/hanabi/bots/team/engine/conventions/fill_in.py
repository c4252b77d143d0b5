"""Fill-in: a clue on touched cards that says what to do with one of them asks for nothing more."""

from hanabi.kernels import Rules

from .. import card_sets, inline, kernel, levels
from ..layout import FILL_IN, Mind
from .belief import belief, current_belief


@inline
def is_settled(m: Mind, faces: int) -> bool:
    """The holder of a card with these possible faces knows what to do with it."""
    return card_sets.is_single(faces) or card_sets.is_known_playable(m, faces) or card_sets.is_known_useless(m, faces)


@kernel
def settled_slots(r: Rules, m: Mind, to: int) -> int:
    """The slots of settled cards before a clue."""
    settled = 0
    for slot in range(m.held[to]):
        if is_settled(m, current_belief(r, m, m.hands[to][slot])):
            settled |= 1 << slot
    return settled


@kernel
def tells(r: Rules, m: Mind, to: int, slots: int) -> bool:
    """Whether the plain meaning of the latest clue settles one of these slots."""
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if slots >> slot & 1:
            faces = belief(r, m, cell)
            if is_settled(m, faces):
                m.reading = FILL_IN
                m.focus = cell
                m.promise = faces
                return True
    return False


@inline
def fills_in(r: Rules, m: Mind, to: int, slots: int) -> bool:
    return m.conventions & levels.KNOWS_FILL_IN != 0 and tells(r, m, to, slots)
