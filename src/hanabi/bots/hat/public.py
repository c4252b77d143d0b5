"""Keeping the public state: what the table shows, and counting out."""

from typing import Any

from hanabi.bots.compiled import inline, kernel
from hanabi.bots.hat.chances import if_one, is_one, seat_after
from hanabi.bots.hat.layout import UNKNOWN
from hanabi.native.bits import count_bits, lowest_bit


@inline
def less_one(ones: int, twos: int, kind_bit: int) -> Any:
    """The planes with one copy of this kind less, if there was any; without a branch that nobody could foresee."""
    taken = kind_bit & (ones | twos)
    return ones ^ taken, twos ^ (taken & ~ones)


@inline
def read_suit(r: Any, s: Any, t: Any, p: Any, suit: int) -> None:
    """Playable, useful and critical kinds of a suit, and its copies that are not on the table."""
    ones, twos, playable, useful, critical = 0, 0, 0, 0, 0
    built = s.fireworks[suit]
    open_way = True
    for step in range(r.ranks):
        kind = t.by_step[suit * 5 + step]
        bit = 1 << kind
        left = r.copies[kind] - s.lost[kind]
        if step < built:
            left -= 1
        else:
            if left == 0:
                open_way = False
            if open_way:
                useful |= bit
                if left == 1:
                    critical |= bit
                if step == built:
                    playable |= bit
        if left & 1:
            ones |= bit
        if left & 2:
            twos |= bit
    others = ~t.suit_kinds[suit]
    p.base_ones = p.base_ones & others | ones
    p.base_twos = p.base_twos & others | twos
    p.playable = p.playable & others | playable
    p.useful = p.useful & others | useful
    p.critical = p.critical & others | critical


@kernel
def read_table(r: Any, s: Any, t: Any, p: Any) -> None:
    for suit in range(r.suits):
        read_suit(r, s, t, p, suit)


@inline
def read_counters(r: Any, s: Any, p: Any) -> None:
    missing = count_bits(p.useful)
    p.tokens = s.clue_tokens
    p.pending = s.pending
    p.turns_left = s.turns_left
    if s.turns_left >= 0:
        p.pace = s.turns_left - missing
    elif r.last_round > 0:
        p.pace = r.cards - s.top + r.players - missing
    else:
        p.pace = 99


@kernel
def count_out(r: Any, s: Any, p: Any) -> None:
    """A determined card takes a copy away from all the others; a kind with no copy left is nowhere else."""
    ones, twos = p.base_ones, p.base_twos
    unclear, unclear_kinds = 0, 0
    for seat in range(r.players):
        known = 0
        for slot in range(p.held[seat]):
            mask = p.masks[seat][slot]
            one = if_one(mask)
            known |= one
            ones, twos = less_one(ones, twos, one)
            if one == 0:
                unclear |= 1 << (seat * 8 + slot)
                unclear_kinds |= mask
        p.known[seat] = known
    again = unclear_kinds & ~(ones | twos) != 0
    while again:
        again = False
        left = ones | twos
        places = unclear
        while places:
            place = lowest_bit(places)
            places &= places - 1
            seat, slot = place >> 3, place & 7
            mask = p.masks[seat][slot]
            if mask & ~left == 0:
                continue
            mask &= left
            if mask == 0:
                p.broken += 1
                mask = s.open[seat][slot]
            p.masks[seat][slot] = mask
            if is_one(mask):
                unclear ^= 1 << place
                p.known[seat] |= mask
                ones, twos = less_one(ones, twos, mask)
                left = ones | twos
                again = True
    p.ones, p.twos = ones, twos


@kernel
def look_ahead(r: Any, t: Any, p: Any, player: int) -> None:
    """From the player to act on, let everybody play the lowest card they are known to know exactly."""
    due = p.playable
    for offset in range(r.players):
        seat = seat_after(r, player, offset)
        p.due[seat] = due
        if offset == 0 or not t.project or p.known[seat] & due == 0:
            continue
        first = -1
        for slot in range(p.held[seat]):
            mask = p.masks[seat][slot]
            if is_one(mask) and mask & due:
                kind = lowest_bit(mask)
                if first < 0 or r.step[kind] < r.step[first]:
                    first = kind
        due &= ~(1 << first)
        if r.step[first] + 1 < r.ranks:
            due |= 1 << t.by_step[first // 5 * 5 + r.step[first] + 1] & p.useful


@kernel
def refresh(r: Any, s: Any, t: Any, p: Any) -> None:
    read_counters(r, s, p)
    count_out(r, s, p)
    look_ahead(r, t, p, s.player)
    p.chop = UNKNOWN
    p.classes = UNKNOWN


@kernel
def begin(r: Any, s: Any, t: Any, p: Any) -> None:
    """The public state of a game just dealt."""
    p.broken = 0
    for seat in range(r.players):
        p.held[seat] = s.held[seat]
        for slot in range(s.held[seat]):
            p.masks[seat][slot] = r.all_kinds
    read_table(r, s, t, p)
    refresh(r, s, t, p)


@inline
def narrow(s: Any, p: Any, seat: int, slot: int, mask: int) -> None:
    """Learn that a card is one of `mask`; what cannot be true is not believed."""
    left = p.masks[seat][slot] & mask
    if left == 0:
        p.broken += 1
    else:
        p.masks[seat][slot] = left


@inline
def drop(p: Any, seat: int, slot: int) -> None:
    p.held[seat] -= 1
    for place in range(slot, p.held[seat]):
        p.masks[seat][place] = p.masks[seat][place + 1]


@inline
def knows_playable(p: Any, seat: int) -> Any:
    """Whether everybody knows that this seat will know a playable card on its turn."""
    for slot in range(p.held[seat]):
        if p.masks[seat][slot] & ~p.due[seat] == 0:
            return True
    return False


@inline
def copy_public(r: Any, p: Any, q: Any) -> None:
    for seat in range(r.players):
        q.held[seat] = p.held[seat]
        q.due[seat] = p.due[seat]
        for slot in range(p.held[seat]):
            q.masks[seat][slot] = p.masks[seat][slot]
    q.ones, q.twos = p.ones, p.twos
    q.playable, q.useful, q.critical = p.playable, p.useful, p.critical
    q.chop = p.chop
    q.tokens, q.pending, q.pace, q.turns_left, q.broken = p.tokens, p.pending, p.pace, p.turns_left, p.broken
