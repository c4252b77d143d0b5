"""Readings of a clue as values: what each convention returns, noted in the trace."""

from typing import NamedTuple

from . import inline, layout, note

# What became of a reading: it is kept, or a card for it was found, or why it was dropped (texts: `team.trace.…`).
(
    KEPT, FOUND, PLAIN_CLUE, NOT_KNOWN, NOT_CONTRADICTED, NOTHING_SETTLED, NOT_PLAYABLE, FITS_NOW, STILL_USEFUL,
    NONE_OLDER, ALL_CLAIMED, NOT_ON_CHOP, NOTHING_TO_SAVE, NOT_NEXT_TO_CHOP, HAS_BETTER, CARD_MISSING, OTHER_CARD,
    ALREADY_HELD, FORCED, NOT_MISLED, NO_PLAYER_BETWEEN,
) = range(21)  # fmt: skip
OUTCOME_NAMES = tuple(name.lower() for name in list(globals()) if name.isupper())


class ClueReading(NamedTuple):
    """How a clue is read."""

    reading: int  # PLAY_CLUE, SAVE_CLUE, …
    focus: int  # its cell
    promise: int  # kinds that the focus may be
    connection: int  # DIRECT, PROMPTED, …
    partner: int  # the seat that a prompt or finesse asks for a card; -1: none


NOTHING = ClueReading(layout.NO_READING, layout.NO_CELL, 0, layout.DIRECT, -1)


@inline
def clue_reading(reading: int, focus: int, promise: int, connection: int, partner: int) -> ClueReading:
    return ClueReading(reading, focus + 0, promise, connection, partner)  # + 0: compiled, a cell is not always 64 bits


@inline
def keep(convention: int, reading: int, focus: int, promise: int) -> ClueReading:
    note(convention, KEPT, promise, focus)
    return clue_reading(reading, focus, promise, layout.DIRECT, -1)


@inline
def drop(convention: int, outcome: int, kinds: int, cell: int) -> ClueReading:
    note(convention, outcome, kinds, cell)
    return NOTHING


@inline
def asking(read: ClueReading, partner: int) -> ClueReading:
    """The same reading, which also asks a partner for a card; -1: nobody."""
    if partner < 0:
        return read
    return clue_reading(read.reading, read.focus, read.promise, max(read.connection, layout.FINESSED), partner)
