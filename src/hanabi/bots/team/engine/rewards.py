"""What to do with a reward tile that lets its player choose a card of the discard pile."""

from hanabi.kernels.layout import RESCUE, RESHUFFLE, Rules

from . import kernel
from .card_sets import cards_below, kind_at
from .layout import Mind
from .referee import kind_count, rescue_id, reshuffle_id, suit_of


@kernel
def choose_card(r: Rules, m: Mind) -> int:
    """The number of the choice that brings back what the fireworks miss most."""
    best, move = -1, -1
    for kind in range(kind_count(r)):
        if m.lost[kind] == 0:
            continue
        if m.pending == RESHUFFLE:
            need = need_for(r, m, kind)
            if need > best:
                best, move = need, reshuffle_id(r, kind)
        if (m.pending == RESCUE or m.deck == 0) and cards_below(r, m, kind) == 0:
            need = 1000 + cards_after(r, m, kind)
            if need > best:
                best, move = need, rescue_id(r, kind)
    return move


@kernel
def need_for(r: Rules, m: Mind, kind: int) -> int:
    """One that is gone for good comes before a last copy, and among equals the one needed first."""
    below = cards_below(r, m, kind)
    if below < 0:
        return 0
    left = r.copies[kind] - m.lost[kind]
    return 100 * (3 - min(left, 2)) + r.ranks - below


@kernel
def cards_after(r: Rules, m: Mind, kind: int) -> int:
    """How much further its firework can go."""
    count = 0
    for step in range(r.step[kind] + 1, r.ranks):
        following = kind_at(r, suit_of(kind), step)
        if m.lost[following] == r.copies[following]:
            break
        count += 1
    return count
