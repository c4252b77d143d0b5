"""Card faces as numbers (kinds), compared with the fireworks.

A kind is `suit * MAX_RANKS + rank - 1`, also where fewer ranks are in play, so a set of kinds is a bit mask.
"""

from . import inline
from .layout import MAX_RANKS, Rules, State

RANK_BITS = (1 << MAX_RANKS) - 1  # the kinds of suit 0


@inline
def kind_of(suit: int, rank_index: int) -> int:
    """`rank_index` is the printed rank minus 1."""
    return suit * MAX_RANKS + rank_index


@inline
def suit_of(kind: int) -> int:
    return kind // MAX_RANKS


@inline
def rank_index(kind: int) -> int:
    return kind % MAX_RANKS


@inline
def kind_count(r: Rules) -> int:
    """Kinds are numbers below this; with fewer than MAX_RANKS ranks some of them have no copies."""
    return r.suits * MAX_RANKS


@inline
def kinds_of_suit(kinds: int, suit: int) -> int:
    """The kinds of one suit in a set of kinds, as a mask of rank indices."""
    return kinds >> suit * MAX_RANKS & RANK_BITS


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
    return r.cards - s.next_card
