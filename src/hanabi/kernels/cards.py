"""Card faces as numbers: a kind is `suit * 5 + rank - 1`, also with fewer than five ranks."""

from . import inline
from .layout import MAX_RANKS, Rules, State


@inline
def suit_of(kind: int) -> int:
    return kind // MAX_RANKS


@inline
def rank_of(kind: int) -> int:
    return kind % MAX_RANKS + 1


@inline
def is_complete(r: Rules, s: State, suit: int) -> bool:
    return s.fireworks[suit] == r.ranks


@inline
def continues_firework(r: Rules, s: State, kind: int) -> bool:
    return s.fireworks[suit_of(kind)] == r.step[kind]


@inline
def is_on_firework(r: Rules, s: State, kind: int) -> bool:
    return s.fireworks[suit_of(kind)] > r.step[kind]


@inline
def deck_size(r: Rules, s: State) -> int:
    return r.cards - s.top
