"""THE referee: plain functions over two fixed-size records, `r` (rules) and `s` (state).

The same files serve twice: `hanabi.kernels` hands them out as the ordinary Python they are, `hanabi.native`
imports them once more under its own name, where `kernel` and `inline` compile with Numba.

Kernels do not check legality: callers ask `legality` first.
"""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    return function


def inline(function: F) -> F:
    return function
