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
def completable_fireworks(r: Rules, table: Piles) -> int:
    """How many fireworks can be completed without a recovery, and then turn over a tile."""
    count = 0
    for suit in range(r.suits):
        if r.wins_tile[suit] and table.fireworks[suit] < r.ranks and reachable(r, table, suit, 0) == r.ranks:
            count += 1
    return count


@inline
def brings_back(r: Rules, table: Piles, pending: int, suit: int) -> bool:
    """Whether the pending tile can bring back a lost card of this suit; a rescued one has to continue its firework."""
    if pending == RESCUE:
        for kind in range(kind_of(suit, 0), kind_of(suit, r.ranks)):
            if r.step[kind] == table.fireworks[suit]:
                return table.lost[kind] == r.copies[kind]
    return pending == RESHUFFLE


@inline
def turns_tile(r: Rules, table: Piles, suit: int) -> bool:
    """Whether one recovered card lets this firework be completed, which turns over one more tile."""
    return r.wins_tile[suit] != 0 and reachable(r, table, suit, 0) < reachable(r, table, suit, 1) == r.ranks


@inline
def recoveries_of(r: Rules, table: Piles, suit: int, tiles: int, pending: int, completable: int) -> int:
    """How many lost cards this firework may get back from `tiles` face-down tiles and the `pending` one.

    A face-down tile counts only while another firework can be completed, to turn it over.
    """
    count = min(tiles, completable)
    if brings_back(r, table, pending, suit):
        return count + 1
    if count < tiles and pending == RESCUE:
        for other in range(r.suits):
            if other != suit and brings_back(r, table, pending, other) and turns_tile(r, table, other):
                return count + 1
    return count


@kernel
def recoveries_left(r: Rules, s: State, suit: int) -> int:
    if s.outcome != RUNNING or not has_reward_choices(r):
        return 0
    return recoveries_of(r, s, suit, recovery_tiles(r, s), s.pending, completable_fireworks(r, s))


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
    for suit in range(r.suits):
        mask |= useful_in_suit(r, s, suit, recoveries_left(r, s, suit))
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
    if s.outcome == RUNNING and has_reward_choices(r):
        total += recovered_points(r, s, recovery_tiles(r, s), completable_fireworks(r, s))
    return total


@kernel
def recovered_points(r: Rules, s: State, tiles: int, completable: int) -> int:
    """The most points that lost cards are worth if reward tiles bring them back, at most two in all."""
    best = 0
    for suit in range(r.suits):
        without, once = reachable(r, s, suit, 0), reachable(r, s, suit, 1)
        now = brings_back(r, s, s.pending, suit)
        if once == without or not (now or min(tiles, completable) > 0):
            continue
        best = max(best, once - without)
        # The tile that brings back a second card, and the fireworks that can be completed to turn it over.
        left, turns = (tiles, completable) if now else (tiles - 1, completable - 1)
        if left <= 0:
            continue
        if turns > 0:
            best = max(best, reachable(r, s, suit, 2) - without)
        if turns > 0 or turns_tile(r, s, suit):
            for other in range(r.suits):
                if other != suit:
                    best = max(best, once - without + reachable(r, s, other, 1) - reachable(r, s, other, 0))
    return best
