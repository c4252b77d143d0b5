"""Random numbers that depend only on a key and a place, so the order of work cannot change them.

A number is SplitMix64's output function of `key + (place + 1) * GOLDEN`. `hanabi.compiled` has its own version of this
module.
"""

GOLDEN = 0x9E3779B97F4A7C15
ONE, TWO = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WORD = (1 << 64) - 1


def random_word(key: int, place: int) -> int:
    """64 random bits."""
    z = key + (place + 1) * GOLDEN & _WORD
    z = (z ^ z >> 30) * ONE & _WORD
    z = (z ^ z >> 27) * TWO & _WORD
    return z ^ z >> 31


def below(key: int, place: int, n: int) -> int:
    """A number from 0 to n - 1; its bias is below n parts in four billion."""
    return (random_word(key, place) >> 32) * n >> 32
