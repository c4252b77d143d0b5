"""The referee: functions over two fixed-size records, `r` (rule tables) and `s` (state).

The same files are imported twice: as `hanabi.kernels` they are ordinary Python; `hanabi.compiled` imports them again
under its own name, where the decorators `kernel` and `inline` compile them with Numba.

Kernels do not check legality: callers ask `legality` first.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from hanabi.kernels.layout import (
    CLUED_COLOR,
    CLUED_RANK,
    DISCARDED,
    FREE_COLOR_CLUE,
    FREE_RANK_CLUE,
    HIDDEN,
    MAX_CARDS,
    MAX_HAND,
    MAX_KINDS,
    MAX_PLAYERS,
    MAX_RANKS,
    MAX_SUITS,
    NO_KIND,
    NO_LAST_ROUND,
    NO_SUIT,
    NO_TILE,
    PLAYED,
    RESCUE,
    RESHUFFLE,
    RUNNING,
    TILES,
    Grid,
    Row,
    Rules,
    Shape,
    State,
    blank,
    duplicate,
    fields,
)

__all__ = [
    "CLUED_COLOR",
    "CLUED_RANK",
    "DISCARDED",
    "FREE_COLOR_CLUE",
    "FREE_RANK_CLUE",
    "HIDDEN",
    "MAX_CARDS",
    "MAX_HAND",
    "MAX_KINDS",
    "MAX_PLAYERS",
    "MAX_RANKS",
    "MAX_SUITS",
    "NO_KIND",
    "NO_LAST_ROUND",
    "NO_SUIT",
    "NO_TILE",
    "PLAYED",
    "RESCUE",
    "RESHUFFLE",
    "RUNNING",
    "TILES",
    "Grid",
    "Row",
    "Rules",
    "Shape",
    "State",
    "blank",
    "duplicate",
    "fields",
    "inline",
    "kernel",
]

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    return function


def inline(function: F) -> F:
    return function
