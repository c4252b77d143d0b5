"""Sets as bit masks. `hanabi.native` has its own version of this file, where each is one machine instruction."""

from typing import Any


def count_bits(mask: int) -> int:
    return mask.bit_count()


def lowest_bit(mask: int) -> int:
    """The index of the lowest bit of a mask that is not 0."""
    return (mask & -mask).bit_length() - 1


def nth_bit(mask: int, n: int) -> int:
    """The index of the bit that has `n` lower ones."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_bit(mask)


def fill(out: Any, at: int, value: int, count: int) -> None:
    out[at : at + count] = [value] * count


def spread(out: Any, at: int, mask: int, count: int) -> None:
    """Write the lowest `count` bits of a mask as that many zeros and ones, from `out[at]` on."""
    out[at : at + count] = [mask >> place & 1 for place in range(count)]
