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


# Bits on their way into `out`: the index of the first one, the bits, and how many they are.
Row = tuple[int, int, int]


def new_row(at: int) -> Row:
    """An empty row, to be written from `out[at]` on."""
    return at, 0, 0


def add_bits(out: Cells, row: Row, bits: int, count: int) -> Row:
    """Add the lowest `count` bits, at most 60; all higher ones must be 0. Compiled code writes every 64 bits."""
    at, word, filled = row
    return at, word | bits << filled, filled + count


def finish_row(out: Cells, row: Row) -> int:
    """Write what is not written yet, one bit per cell, and return the index after the last bit."""
    at, word, filled = row
    out[at : at + filled] = [int(bit) for bit in f"{word | 1 << filled:b}"[:0:-1]]
    return at + filled
