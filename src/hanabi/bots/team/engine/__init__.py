"""The conventions as plain functions over two fixed-size records: `r` (the Rules) and `m` (the Mind of one seat).

As with the referee's kernels the same files serve twice: imported from here they are ordinary Python,
`hanabi.bots.team.native` imports them again and compiles them.
"""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    return function


def inline(function: F) -> F:
    return function
