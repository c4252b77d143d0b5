"""The referee: functions over two fixed-size records, `r` (rule tables) and `s` (state).

The same files are imported twice: as `hanabi.kernels` they are ordinary Python; `hanabi.compiled` imports them again
under its own name, where the decorators `kernel` and `inline` compile them with Numba.

Kernels do not check legality: callers ask `legality` first.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from hanabi.kernels.layout import HIDDEN, MAX_HAND, MAX_KINDS, NO_TILE, RUNNING, TILES, Rules, State, blank, duplicate

__all__ = [
    "HIDDEN",
    "MAX_HAND",
    "MAX_KINDS",
    "NO_TILE",
    "RUNNING",
    "TILES",
    "Rules",
    "State",
    "blank",
    "duplicate",
    "inline",
    "kernel",
]

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    return function


def inline(function: F) -> F:
    return function
