"""Sets of faces: what the fireworks can take, what is seen, what is left."""

from hanabi.kernels.layout import HIDDEN, MAX_RANKS, Rules

from . import inline, kernel
from .layout import Mind


@inline
def is_single(mask: int) -> bool:
    return mask != 0 and mask & (mask - 1) == 0


@inline
def size_of(mask: int) -> int:
    """How many kinds are in it (at most 40 bits)."""
    mask = mask - (mask >> 1 & 0x5555555555)
    mask = (mask & 0x3333333333) + (mask >> 2 & 0x3333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F
    return (mask + (mask >> 8) + (mask >> 16) + (mask >> 24) + (mask >> 32)) & 0x3F


@inline
def cards_below(r: Rules, m: Mind, kind: int) -> int:
    """How many cards its firework still needs before it; negative when it is played already."""
    return r.step[kind] - m.fireworks[kind // MAX_RANKS]


@kernel
def kind_at(r: Rules, suit: int, step: int) -> int:
    """The kind that continues a firework of so many cards."""
    for rank in range(r.ranks):
        kind = suit * MAX_RANKS + rank
        if r.step[kind] == step:
            return kind
    return HIDDEN


@kernel
def survey(r: Rules, m: Mind) -> None:
    """Bring the sets that depend on table and hands up to date."""
    m.playable = 0
    m.useful = 0
    m.critical = 0
    for suit in range(r.suits):
        step = m.fireworks[suit]
        while step < r.ranks:
            kind = kind_at(r, suit, step)
            left = r.copies[kind] - m.lost[kind]
            if left <= 0:
                break
            if step == m.fireworks[suit]:
                m.playable |= 1 << kind
            m.useful |= 1 << kind
            if left == 1:
                m.critical |= 1 << kind
            step += 1
    for seat in range(r.players):
        m.unseen[seat] = unseen_by(r, m, seat)


@kernel
def unseen_by(r: Rules, m: Mind, seat: int) -> int:
    mask = 0
    for suit in range(r.suits):
        for rank in range(r.ranks):
            kind = suit * MAX_RANKS + rank
            if copies_unseen(r, m, seat, kind) > 0:
                mask |= 1 << kind
    return mask


@inline
def copies_unseen(r: Rules, m: Mind, seat: int, kind: int) -> int:
    """Copies `seat` sees nowhere, as far as this mind knows (it does not see its own hand)."""
    count = r.copies[kind] - m.lost[kind]
    if cards_below(r, m, kind) < 0:
        count -= 1
    for owner in range(r.players):
        if owner != seat:
            for slot in range(m.held[owner]):
                if m.kinds[m.hands[owner][slot]] == kind:
                    count -= 1
    return count
