"""Sets of faces: playable, useful, critical, unseen."""

from hanabi.kernels import HIDDEN, Rules

from . import cards, inline, kernel
from .layout import Mind


@inline
def is_single(mask: int) -> bool:
    return mask != 0 and mask & (mask - 1) == 0


@inline
def is_known_playable(m: Mind, faces: int) -> bool:
    return faces != 0 and faces & ~m.playable == 0


@inline
def is_known_useless(m: Mind, faces: int) -> bool:
    return faces & m.useful == 0


@inline
def cards_below(r: Rules, m: Mind, kind: int) -> int:
    """How many cards are missing before it; negative if it is already played."""
    return r.step[kind] - m.fireworks[cards.suit_of(kind)]


@inline
def kind_at(r: Rules, suit: int, step: int) -> int:
    """The kind that continues a firework of `step` cards."""
    kind = cards.kind_of(suit, step)
    return kind if r.step[kind] == step else cards.kind_of(suit, r.ranks - 1 - step)


@kernel
def update_sets(r: Rules, m: Mind) -> None:
    """Update the sets that depend on the table and the hands."""
    update_table_sets(r, m)
    for kind in range(cards.kind_count(r)):
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
    for kind in range(cards.kind_count(r)):
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
            copies = r.copies[kind] - m.lost[kind]
            if copies <= 0:
                break
            if step == m.fireworks[suit]:
                m.playable |= 1 << kind
            m.useful |= 1 << kind
            if copies == 1:
                m.critical |= 1 << kind
