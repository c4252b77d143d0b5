"""Keeping the public state: what the table shows, and counting out."""

from typing import Any

from hanabi.bots.hat.compiled import inline, kernel
from hanabi.bots.hat.layout import UNKNOWN
from hanabi.bots.hat.probabilities import held_by, is_one, seat_after
from hanabi.native.bits import count_bits, lowest_bit
from hanabi.native.cards import kind_of


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
    open_way = 1
    for step in range(r.ranks):
        kind = t.by_step[kind_of(suit, step)]
        missing = 1 if step >= built else 0
        left = r.copies[kind] - s.lost[kind] - 1 + missing
        open_way &= 1 - missing | (1 if left != 0 else 0)
        useful |= (open_way & missing) << kind
        critical |= (open_way & missing & (1 if left == 1 else 0)) << kind
        playable |= (open_way & (1 if step == built else 0)) << kind
        ones |= (left & 1) << kind
        twos |= (left >> 1 & 1) << kind
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
def count_anew(r: Any, p: Any) -> None:
    """Forget which cards are determined; `count_out` finds them again."""
    p.known_ones, p.known_twos, p.unclear = 0, 0, 0
    for seat in range(r.players):
        p.known[seat] = 0
        p.unclear |= ((1 << p.held[seat]) - 1) << (8 * seat)
    p.narrowed = 1
    p.confused = 0


@inline
def determine(p: Any, seat: int, place: int, mask: int) -> None:
    """Count a card of which the kind is known."""
    p.unclear ^= 1 << place
    p.known[seat] |= mask
    p.confused |= mask & p.known_ones & p.known_twos
    mask &= ~(p.known_ones & p.known_twos)
    p.known_twos ^= mask & p.known_ones
    p.known_ones ^= mask


@inline
def less_known(p: Any) -> Any:
    """The planes with the determined cards taken out; none are left of a kind of which too many are."""
    ones, twos = p.base_ones, p.base_twos
    known_ones, known_twos = p.known_ones, p.known_twos
    short = known_ones & ~ones
    lacking = known_twos & ~twos | ~(known_twos ^ twos) & short
    return (ones ^ known_ones) & ~lacking, (twos ^ known_twos ^ short) & ~lacking


@kernel
def count_out(r: Any, s: Any, p: Any) -> None:
    """A determined card takes a copy away from all the others; a kind with no copy left is nowhere else."""
    if p.confused:
        count_anew(r, p)
    if p.narrowed:
        p.narrowed = 0
        p.unclear_kinds = 0
        places = p.unclear
        while places:
            place = lowest_bit(places)
            places &= places - 1
            seat = place >> 3
            mask = p.masks[seat][place & 7]
            if is_one(mask):
                determine(p, seat, place, mask)
            else:
                p.unclear_kinds |= mask
    ones, twos = less_known(p)
    again = p.unclear_kinds & ~(ones | twos) != 0
    if again:
        reopened = 0
        while again:
            again = False
            left = ones | twos
            places = p.unclear
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
                    reopened |= mask
                p.masks[seat][slot] = mask
                if is_one(mask):
                    determine(p, seat, place, mask)
                    ones, twos = less_one(ones, twos, mask)
                    left = ones | twos
                    again = True
        p.unclear_kinds = ones | twos | reopened
    p.ones, p.twos = ones, twos


@kernel
def look_ahead(r: Any, t: Any, p: Any, player: int) -> None:
    """From the player to act on, let everybody play the lowest card they are known to know exactly."""
    due = p.playable
    for offset in range(r.players):
        seat = seat_after(r, player, offset)
        p.due[seat] = due
        ready = p.known[seat] & due
        if offset == 0 or not t.project or ready == 0:
            continue
        first = lowest_bit(ready)
        if not is_one(ready):
            first = -1
            for slot in range(held_by(p, seat)):
                mask = p.masks[seat][slot]
                if is_one(mask) and mask & due:
                    kind = lowest_bit(mask)
                    if first < 0 or r.step[kind] < r.step[first]:
                        first = kind
        due = due & ~(1 << first) | t.next_bit[first] & p.useful


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
        for slot in range(held_by(s, seat)):
            p.masks[seat][slot] = r.all_kinds
    count_anew(r, p)
    read_table(r, s, t, p)
    refresh(r, s, t, p)


@inline
def narrow(s: Any, p: Any, seat: int, slot: int, mask: int) -> None:
    """Learn that a card is one of `mask`; what cannot be true is not believed."""
    left = p.masks[seat][slot] & mask
    if left == 0:
        p.broken += 1
    else:
        p.narrowed |= p.masks[seat][slot] ^ left
        p.masks[seat][slot] = left


@inline
def drop(p: Any, seat: int, slot: int) -> None:
    row = p.unclear >> (8 * seat) & 255
    shown = p.masks[seat][slot] & ((row >> slot & 1) - 1)  # the kind of a determined card, 0 for any other
    p.known_twos ^= shown & ~p.known_ones
    p.known_ones ^= shown
    rest = row & ((1 << slot) - 1) | row >> (slot + 1) << slot
    p.unclear ^= (row ^ rest) << (8 * seat)
    p.held[seat] -= 1
    for place in range(slot, p.held[seat]):
        p.masks[seat][place] = p.masks[seat][place + 1]
    known = 0
    clear = ~rest & ((1 << p.held[seat]) - 1)
    while clear:
        known |= p.masks[seat][lowest_bit(clear)]
        clear &= clear - 1
    p.known[seat] = known


@inline
def welcome(r: Any, s: Any, p: Any, seat: int) -> None:
    """Cards just drawn may be anything."""
    while p.held[seat] < s.held[seat]:
        p.masks[seat][p.held[seat]] = r.all_kinds
        p.unclear |= 1 << (8 * seat + p.held[seat])
        p.unclear_kinds = r.all_kinds
        p.held[seat] += 1


@inline
def knows_playable(p: Any, seat: int) -> Any:
    """Whether everybody knows that this seat will know a playable card on its turn."""
    for slot in range(held_by(p, seat)):
        if p.masks[seat][slot] & ~p.due[seat] == 0:
            return True
    return False


@inline
def copy_public(r: Any, p: Any, q: Any) -> None:
    for seat in range(r.players):
        q.held[seat] = p.held[seat]
        q.due[seat] = p.due[seat]
        for slot in range(held_by(p, seat)):
            q.masks[seat][slot] = p.masks[seat][slot]
    q.ones, q.twos = p.ones, p.twos
    q.playable, q.useful, q.critical = p.playable, p.useful, p.critical
    q.chop = p.chop
    q.tokens, q.pending, q.pace, q.turns_left, q.broken = p.tokens, p.pending, p.pace, p.turns_left, p.broken
