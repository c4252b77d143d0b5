"""The team bot's reasoning as plain functions over two fixed-size records: `r` (the Rules) and `m` (one seat's Mind).

Like the referee's kernels, these files are imported twice: from here they are ordinary Python;
`hanabi.bots.team.compiled` imports them again and compiles them. So they import each other, and the referee's kernels,
through their own package only.
"""

from contextvars import ContextVar
from typing import NamedTuple

from hanabi.kernels import Rules, action_ids, bits, cards, inline, kernel, knowledge, numbered_deals, seats, turn
from hanabi.kernels.layout import HIDDEN, MAX_HAND, MAX_KINDS, NO_TILE

__all__ = [
    "HIDDEN",
    "MAX_HAND",
    "MAX_KINDS",
    "NO_TILE",
    "TRACE",
    "Rules",
    "TracedReading",
    "action_ids",
    "bits",
    "cards",
    "inline",
    "kernel",
    "knowledge",
    "note",
    "numbered_deals",
    "seats",
    "turn",
]


class TracedReading(NamedTuple):
    """A reading of a clue that was tried."""

    convention: int  # its switch
    outcome: int  # KEPT, FOUND or why it was dropped
    kinds: int  # the faces that it was about
    cell: int  # the card that it was about


TRACE: ContextVar[list[TracedReading] | None] = ContextVar("TRACE", default=None)


def note(convention: int, outcome: int, kinds: int, cell: int) -> None:
    """Add to the trace, if somebody has started one. Compiled code keeps none."""
    if (trace := TRACE.get()) is not None:
        trace.append(TracedReading(convention, outcome, kinds, cell))
