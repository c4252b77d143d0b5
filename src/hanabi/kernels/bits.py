"""Sets as bit masks. `hanabi.compiled` has its own version of this module, made of single machine instructions."""

from typing import Protocol, overload


class Cells(Protocol):
    """An array or a list to write numbers into."""

    @overload
    def __setitem__(self, index: int, value: int, /) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: list[int], /) -> None: ...


def count_bits(mask: int) -> int:
    return mask.bit_count()


def lowest_bit(mask: int) -> int:
    """The index of the lowest bit of a mask that is not 0."""
    return (mask & -mask).bit_length() - 1


def nth_bit(mask: int, n: int) -> int:
    """The index of the n-th lowest bit, counted from 0."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_bit(mask)


def fill(out: Cells, at: int, value: int, count: int) -> None:
    out[at : at + count] = [value] * count


def spread(out: Cells, at: int, mask: int, count: int) -> None:
    """Write the lowest `count` bits of a mask as zeros and ones, from `out[at]` on."""
    out[at : at + count] = [mask >> place & 1 for place in range(count)]
