"""Conclusions from the visible cards: possible kinds of a card; playable, critical, useful kinds; the best score."""

from . import inline, kernel
from .cards import continues_firework, is_on_firework, kind_count, kind_of
from .layout import NO_KIND, Rules, State


@inline
def unseen_copies(r: Rules, s: State, seat: int, kind: int) -> int:
    """Copies that `seat` does not see: neither on the table nor in a teammate's hand."""
    count = r.copies[kind] - s.lost[kind]
    if is_on_firework(r, s, kind):
        count -= 1
    for owner in range(r.players):
        if owner != seat:
            for slot in range(s.hand_sizes[owner]):
                if s.faces[s.hands[owner][slot]] == kind:
                    count -= 1
    return count


@kernel
def unseen_kinds(r: Rules, s: State, seat: int) -> int:
    mask = 0
    for suit in range(r.suits):
        for kind in range(kind_of(suit, 0), kind_of(suit, r.ranks)):
            if unseen_copies(r, s, seat, kind) > 0:
                mask |= 1 << kind
    return mask


@kernel
def possible_kinds(r: Rules, s: State, seat: int, slot: int, unseen: int) -> int:
    """The kinds that the card in `slot` may be, given its clues and the cards that `seat` sees (`unseen_kinds`).

    A card drawn before a reshuffle is not the reshuffled one, as long as no card of that kind has been seen since.
    """
    mask = s.possible[seat][slot] & unseen
    kind = s.returned_kind
    if kind != NO_KIND and s.draw_numbers[seat][slot] < s.returned_at and mask >> kind & 1:
        elsewhere = False
        for owner in range(r.players):
            if owner != seat:
                for place in range(s.hand_sizes[owner]):
                    if s.faces[s.hands[owner][place]] == kind and s.draw_numbers[owner][place] >= s.returned_at:
                        elsewhere = True
        if not elsewhere and unseen_copies(r, s, seat, kind) == 1:
            mask &= ~(1 << kind)
    return mask


@kernel
def playable_kinds(r: Rules, s: State) -> int:
    mask = 0
    for suit in range(r.suits):
        for kind in range(kind_of(suit, 0), kind_of(suit, r.ranks)):
            if continues_firework(r, s, kind):
                mask |= 1 << kind
    return mask


@inline
def reachable(r: Rules, s: State, suit: int) -> int:
    """How many cards this firework can still reach, judging by the discard pile."""
    best = s.fireworks[suit]
    grows = True
    while grows:
        grows = False
        for kind in range(kind_of(suit, 0), kind_of(suit, r.ranks)):
            if r.step[kind] == best and s.lost[kind] < r.copies[kind]:
                grows = True
        if grows:
            best += 1
    return best


@kernel
def useful_kinds(r: Rules, s: State) -> int:
    """Kinds that a firework can still take, now or later; all others are useless."""
    mask = 0
    for suit in range(r.suits):
        best = reachable(r, s, suit)
        for kind in range(kind_of(suit, 0), kind_of(suit, r.ranks)):
            if s.fireworks[suit] <= r.step[kind] < best:
                mask |= 1 << kind
    return mask


@kernel
def critical_kinds(r: Rules, s: State) -> int:
    """Useful kinds with one copy left outside the discard pile."""
    mask = useful_kinds(r, s)
    for kind in range(kind_count(r)):
        if mask >> kind & 1 and s.lost[kind] + 1 < r.copies[kind]:
            mask &= ~(1 << kind)
    return mask


@kernel
def score_limit(r: Rules, s: State) -> int:
    """The highest score still possible, judging by the discard pile."""
    total = -r.score_offset
    for suit in range(r.suits):
        total += reachable(r, s, suit)
    return total
