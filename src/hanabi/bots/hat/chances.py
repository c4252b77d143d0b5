"""Chances from public or private counts, in whole thousandths: everybody must come to the same number."""

from hanabi.bots.compiled import inline
from hanabi.native.bits import count_bits


@inline
def is_one(mask):
    return mask & (mask - 1) == 0


@inline
def weight(mask, ones, twos):
    return count_bits(mask & ones) + 2 * count_bits(mask & twos)


@inline
def chance(mask, part, ones, twos):
    """How likely a card that is one of `mask` is one of `part`."""
    if mask & part == 0:
        return 0
    if mask & ~part == 0:
        return 1000
    whole = weight(mask, ones, twos)
    if whole == 0:
        return 1000 * count_bits(mask & part) // count_bits(mask)
    return 1000 * weight(mask & part, ones, twos) // whole
