"""A stream of random numbers for compiled code: an array of its key and its place, which the caller keeps."""

from typing import Any

from hanabi.bots.compiled import inline
from hanabi.native import counter_rng


@inline
def below(stream: Any, n: int) -> Any:
    """The next number from 0 to n - 1."""
    stream[1] += 1
    return counter_rng.below(stream[0], stream[1], n)
