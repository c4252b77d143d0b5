"""Offsets: seats counted from one of them, so that the next seat is at offset 1."""

from . import inline
from .layout import Rules


@inline
def seat_at(r: Rules, seat: int, offset: int) -> int:
    there = seat + offset
    return there - r.players if there >= r.players else there


@inline
def offset_of(r: Rules, seat: int, other: int) -> int:
    return other - seat if other >= seat else other - seat + r.players
