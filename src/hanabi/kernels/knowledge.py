"""Conclusions from the visible cards: possible kinds of a card; playable, critical, useful kinds; the best score."""

from typing import Protocol

from . import inline, kernel
from .action_ids import has_reward_choices
from .cards import continues_firework, is_on_firework, kind_count, kind_of
from .layout import NO_KIND, RESCUE, RESHUFFLE, RUNNING, Row, Rules, State


class Piles(Protocol):
    """The fireworks and the discard pile, in any record that has them."""

    fireworks: Row
    lost: Row


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
def reachable(r: Rules, table: Piles, suit: int, recoveries: int) -> int:
    """How many cards this firework can still reach; reward tiles bring back `recoveries` of its lost cards."""
    best = table.fireworks[suit]
    left = recoveries
    grows = True
    while grows:
        grows = False
        for kind in range(kind_of(suit, 0), kind_of(suit, r.ranks)):
            if r.step[kind] == best:
                if table.lost[kind] < r.copies[kind]:
                    grows = True
                elif left > 0:
                    left -= 1
                    grows = True
        if grows:
            best += 1
    return best


@inline
def is_recovery(tile: int) -> bool:
    """Whether this reward tile brings a card back from the discard pile."""
    return tile in (RESHUFFLE, RESCUE)


@inline
def recovery_tiles(r: Rules, s: State) -> int:
    """How many of the reward tiles that are face down, which everybody knows, bring a card back."""
    if not has_reward_choices(r):
        return 0
    tiles = 2
    for place in range(s.tiles_turned):
        if is_recovery(s.tiles[place]):
            tiles -= 1
    return tiles


@inline
def recoveries_from(r: Rules, table: Piles, tiles: int, pending: int) -> int:
    """How many lost cards one firework may get back from `tiles` face-down tiles and the `pending` one.

    A face-down tile counts only while another firework can be completed without it, to turn it over.
    """
    completable = 0
    if tiles > 0:
        for suit in range(r.suits):
            if r.wins_tile[suit] and table.fireworks[suit] < r.ranks and reachable(r, table, suit, 0) == r.ranks:
                completable += 1
    return min(tiles, completable) + (1 if is_recovery(pending) else 0)


@kernel
def recoveries_left(r: Rules, s: State) -> int:
    if s.outcome != RUNNING:
        return 0
    return recoveries_from(r, s, recovery_tiles(r, s), s.pending)


@inline
def useful_in_suit(r: Rules, s: State, suit: int, recoveries: int) -> int:
    mask = 0
    best = reachable(r, s, suit, recoveries)
    for kind in range(kind_of(suit, 0), kind_of(suit, r.ranks)):
        if s.fireworks[suit] <= r.step[kind] < best:
            mask |= 1 << kind
    return mask


@kernel
def useful_kinds(r: Rules, s: State) -> int:
    """Kinds that a firework can still take, now or later; all others are useless."""
    mask = 0
    recoveries = recoveries_left(r, s)
    for suit in range(r.suits):
        mask |= useful_in_suit(r, s, suit, recoveries)
    return mask


@inline
def last_copies(r: Rules, s: State, kinds: int) -> int:
    """Those of the kinds with one copy left outside the discard pile."""
    mask = 0
    for kind in range(kind_count(r)):
        if kinds >> kind & 1 and s.lost[kind] + 1 == r.copies[kind]:
            mask |= 1 << kind
    return mask


@kernel
def critical_kinds(r: Rules, s: State) -> int:
    """Useful kinds with one copy left outside the discard pile."""
    return last_copies(r, s, useful_kinds(r, s))


@kernel
def score_limit(r: Rules, s: State) -> int:
    """The highest score still possible, judging by the discard pile and the reward tiles."""
    total = -r.score_offset
    for suit in range(r.suits):
        total += reachable(r, s, suit, 0)
    recoveries = recoveries_left(r, s)
    if recoveries > 0:
        total += recovered_points(r, s, recoveries)
    return total


@kernel
def recovered_points(r: Rules, s: State, recoveries: int) -> int:
    """The most points that lost cards are worth if reward tiles bring them back, at most two in all."""
    best = 0
    more = recoveries < recovery_tiles(r, s) + (1 if is_recovery(s.pending) else 0)
    for suit in range(r.suits):
        without = reachable(r, s, suit, 0)
        best = max(best, reachable(r, s, suit, recoveries) - without)
        once = reachable(r, s, suit, 1)
        # A firework that its recovered card completes turns over one more tile.
        if recoveries > 1 or (more and r.wins_tile[suit] and without < once == r.ranks):
            for other in range(r.suits):
                if other != suit:
                    gain = reachable(r, s, other, 1) - reachable(r, s, other, 0)
                    best = max(best, once - without + gain)
    return best
