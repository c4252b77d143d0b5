"""A stream of chance for compiled code: an array of its key and its place, both moved on from outside."""

from typing import Any

from hanabi.bots.compiled import inline
from hanabi.native import chance


@inline
def below(stream: Any, n: int) -> Any:
    """The next number from 0 to n - 1."""
    stream[1] += 1
    return chance.below(stream[0], stream[1], n)
