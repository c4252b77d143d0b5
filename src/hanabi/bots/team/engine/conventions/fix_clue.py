"""Fix clue: another clue on a card takes back a false promise."""

from .. import kernel, levels, promises
from ..layout import EVERYTHING, FIX, Mind


@kernel
def fixes(m: Mind, to: int) -> bool:
    """Whether the latest clue contradicts the promise on a card; from then on its plain clues count."""
    if m.conventions & levels.KNOWS_FIX_CLUE == 0:
        return False
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if promises.literal(m, cell) & m.inferred[cell] == 0:
            m.inferred[cell] = EVERYTHING
            m.marks[cell] = 0
            m.reading = FIX
            m.focus = cell
    return m.reading == FIX
