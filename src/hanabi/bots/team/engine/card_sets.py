"""Sets of faces: what the fireworks can take, what is seen, what is left."""

from hanabi.kernels.layout import HIDDEN, Rules

from . import inline, kernel
from .layout import Mind
from .referee import kind_count, kind_of, suit_of


@inline
def is_single(mask: int) -> bool:
    return mask != 0 and mask & (mask - 1) == 0


@inline
def cards_below(r: Rules, m: Mind, kind: int) -> int:
    """How many cards its firework still needs before it; negative when it is played already."""
    return r.step[kind] - m.fireworks[suit_of(kind)]


@inline
def kind_at(r: Rules, suit: int, step: int) -> int:
    """The kind that continues a firework of so many cards."""
    kind = kind_of(suit, step)
    return kind if r.step[kind] == step else kind_of(suit, r.ranks - 1 - step)


@kernel
def update_sets(r: Rules, m: Mind) -> None:
    """Bring the sets that depend on table and hands up to date."""
    update_table_sets(r, m)
    for kind in range(kind_count(r)):
        is_played = r.copies[kind] > 0 and cards_below(r, m, kind) < 0
        m.hidden[kind] = r.copies[kind] - m.lost[kind] - (1 if is_played else 0)
        m.holders[kind] = 0
    for owner in range(r.players):
        for slot in range(m.held[owner]):
            kind = m.kinds[m.hands[owner][slot]]
            if kind != HIDDEN:
                m.hidden[kind] -= 1
                m.holders[kind] |= 1 << owner
    unseen = 0
    for kind in range(kind_count(r)):
        unseen |= 1 << kind if m.hidden[kind] > 0 else 0
    for seat in range(r.players):
        m.unseen[seat] = unseen
        for slot in range(m.held[seat]):
            kind = m.kinds[m.hands[seat][slot]]
            if kind != HIDDEN:
                m.unseen[seat] |= 1 << kind


@kernel
def update_table_sets(r: Rules, m: Mind) -> None:
    m.playable = 0
    m.useful = 0
    m.critical = 0
    for suit in range(r.suits):
        for step in range(m.fireworks[suit], r.ranks):
            kind = kind_at(r, suit, step)
            left = r.copies[kind] - m.lost[kind]
            if left <= 0:
                break
            if step == m.fireworks[suit]:
                m.playable |= 1 << kind
            m.useful |= 1 << kind
            if left == 1:
                m.critical |= 1 << kind
