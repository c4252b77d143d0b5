"""Chances from public or private counts, in whole thousandths: everybody must come to the same number."""

from typing import Any

from hanabi.bots.hat.compiled import inline
from hanabi.native.bits import count_bits


@inline
def is_one(mask: int) -> Any:
    return mask & (mask - 1) == 0


@inline
def weight(mask: int, ones: int, twos: int) -> Any:
    return count_bits(mask & ones) + 2 * count_bits(mask & twos)


@inline
def divided(t: Any, number: int, divisor: int) -> Any:
    """The whole part of a small number divided by a smaller one; exact while their product is below 2**32."""
    return number * t.reciprocal[divisor] >> 32


@inline
def chance(t: Any, mask: int, part: int, ones: int, twos: int) -> Any:
    """How likely a card that is one of `mask` is one of `part`."""
    if mask & part == 0:
        return 0
    if mask & ~part == 0:
        return 1000
    whole = weight(mask, ones, twos)
    if whole == 0:
        return divided(t, 1000 * count_bits(mask & part), count_bits(mask))
    return divided(t, 1000 * weight(mask & part, ones, twos), whole)


@inline
def seat_after(r: Any, seat: int, offset: int) -> Any:
    """The seat that many places on; a division would cost more than all the rest."""
    later = seat + offset
    return later - r.players if later >= r.players else later


@inline
def held_by(hands: Any, seat: int) -> Any:
    """How many cards a seat holds, in a form that tells the compiler that loops over them are short."""
    return hands.held[seat] & 7


@inline
def slots_of(hands: Any, seat: int) -> Any:
    """The slots a seat holds cards in, as bits: a loop over bits does not become vector code, slower for so few."""
    return (1 << hands.held[seat]) - 1
