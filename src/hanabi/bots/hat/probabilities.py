"""Probabilities from public or private counts, in whole thousandths, so that every seat computes the same number."""

from hanabi.kernels import Rules, State

from . import count_bits, inline
from .layout import HatTables, PublicState


@inline
def is_one(mask: int) -> bool:
    return mask & (mask - 1) == 0


@inline
def weight(mask: int, ones: int, twos: int) -> int:
    copies: int = count_bits(mask & ones) + 2 * count_bits(mask & twos)
    return copies


@inline
def quotient(tables: HatTables, number: int, divisor: int) -> int:
    """Integer division of small numbers; exact while their product is below 2**32."""
    return number * tables.reciprocal[divisor] >> 32


@inline
def chance_among(tables: HatTables, mask: int, part: int, ones: int, twos: int) -> int:
    """The probability that a card of `mask` is one of `part`."""
    if mask & part == 0:
        return 0
    if mask & ~part == 0:
        return 1000
    whole = weight(mask, ones, twos)
    if whole == 0:
        return quotient(tables, 1000 * count_bits(mask & part), count_bits(mask))
    return quotient(tables, 1000 * weight(mask & part, ones, twos), whole)


@inline
def seat_after(r: Rules, seat: int, offset: int) -> int:
    """The seat `offset` places on, without a slow division."""
    later = seat + offset
    return later - r.players if later >= r.players else later


@inline
def held_by(hands: State | PublicState, seat: int) -> int:
    """The number of cards that a seat holds, in a form that tells the compiler that loops over them are short."""
    return hands.hand_sizes[seat] & 7


@inline
def slots_of(hands: State | PublicState, seat: int) -> int:
    """The slots of a seat as bits. A loop over bits does not become vector code, which would be slower here."""
    return (1 << hands.hand_sizes[seat]) - 1
