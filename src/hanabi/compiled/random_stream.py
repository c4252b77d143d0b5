"""A stream of random numbers for compiled code: an array of its key and its place, which the caller keeps."""

from hanabi.compiled import counter_rng, inline
from hanabi.compiled.arrays import Numbers


@inline
def below(stream: Numbers, n: int) -> int:
    """The next number from 0 to n - 1."""
    stream[1] += 1
    number: int = counter_rng.below(stream[0], stream[1], n)
    return number
