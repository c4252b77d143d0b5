"""Sets of faces: playable, useful, critical, unseen."""

from . import HIDDEN, Rules, cards, inline, kernel, knowledge
from .layout import Mind


@inline
def is_single(mask: int) -> bool:
    return mask != 0 and mask & (mask - 1) == 0


@inline
def is_known_playable(m: Mind, faces: int) -> bool:
    return faces != 0 and faces & ~m.table.playable == 0


@inline
def is_known_useless(m: Mind, faces: int) -> bool:
    return faces & m.table.useful == 0


@inline
def cards_below(r: Rules, m: Mind, kind: int) -> int:
    """How many cards are missing before it; negative if it is already played."""
    return r.step[kind] - m.table.fireworks[cards.suit_of(kind)]


@inline
def kind_at(r: Rules, suit: int, step: int) -> int:
    """The kind that continues a firework of `step` cards."""
    kind = cards.kind_of(suit, step)
    return kind if r.step[kind] == step else cards.kind_of(suit, r.ranks - 1 - step)


@kernel
def update_sets(r: Rules, m: Mind) -> None:
    """Update the sets that depend on the table and the hands."""
    t = m.table
    update_table_sets(r, m)
    for kind in range(cards.kind_count(r)):
        is_played = r.copies[kind] > 0 and cards_below(r, m, kind) < 0
        t.hidden[kind] = r.copies[kind] - t.lost[kind] - (1 if is_played else 0)
        t.holders[kind] = 0
    for owner in range(r.players):
        for slot in range(t.held[owner]):
            kind = t.kinds[t.hands[owner][slot]]
            if kind != HIDDEN:
                t.hidden[kind] -= 1
                t.holders[kind] |= 1 << owner
    unseen = 0
    for kind in range(cards.kind_count(r)):
        unseen |= 1 << kind if t.hidden[kind] > 0 else 0
    for seat in range(r.players):
        t.unseen[seat] = unseen
        for slot in range(t.held[seat]):
            kind = t.kinds[t.hands[seat][slot]]
            if kind != HIDDEN:
                t.unseen[seat] |= 1 << kind


@kernel
def update_table_sets(r: Rules, m: Mind) -> None:
    t = m.table
    t.playable = 0
    t.useful = 0
    t.critical = 0
    completable = knowledge.completable_fireworks(r, t) if t.recovery_tiles > 0 else 0
    for suit in range(r.suits):
        left = knowledge.recoveries_of(r, t, suit, t.recovery_tiles, t.pending, completable)
        for step in range(t.fireworks[suit], r.ranks):
            kind = kind_at(r, suit, step)
            copies = r.copies[kind] - t.lost[kind]
            if copies <= 0:
                if left == 0:
                    break
                left -= 1
            elif step == t.fireworks[suit]:
                t.playable |= 1 << kind
            t.useful |= 1 << kind
            if copies == 1:
                t.critical |= 1 << kind
