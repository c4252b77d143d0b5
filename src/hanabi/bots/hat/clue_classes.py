"""The clue classes a seat offers: sets of clues of which at least one can be given, whatever the hand is.

Everything here follows from public masks and the rules' tables. Where empty clues are legal every clue is a class of
its own. Elsewhere the classes are told from one card, the index card, by four kinds of clue: rank or color, pointing
at it or not; those that might not exist for some hand are joined with others.
"""

from typing import Any

from hanabi.bots.hat.compiled import inline, kernel
from hanabi.bots.hat.layout import UNKNOWN
from hanabi.bots.hat.probabilities import held_by, seat_after, slots_of, weight
from hanabi.kernels.layout import FREE_COLOR_CLUE, FREE_RANK_CLUE, MAX_RANKS, MAX_SUITS, NO_TILE
from hanabi.native.action_ids import clue_count, clued_rank, color_clues, is_color_clue, rank_clues
from hanabi.native.bits import lowest_bit
from hanabi.native.cards import RANK_BITS

# The kind of each suit that stands for the suit.
FIRST_RANKS = sum(1 << MAX_RANKS * suit for suit in range(MAX_SUITS))

# A scheme numbers the classes of rank pointing, color pointing, rank elsewhere, color elsewhere, a byte each.
ALL_FOUR = 0 | 1 << 8 | 2 << 16 | 3 << 24
ELSEWHERE_JOINED = 0 | 1 << 8 | 2 << 16 | 2 << 24
COLORS_JOINED = 0 | 1 << 8 | 2 << 16 | 1 << 24
OTHERS_JOINED = 0 | 1 << 8 | 1 << 16 | 1 << 24
ALL_JOINED = 0
COLOR_POINTS = 0 | 1 << 24
RANK_POINTS = 0 | 1 << 16


@inline
def allowed(r: Any, p: Any) -> Any:
    """Which clues may be given now: a mask of the clue numbers."""
    if p.pending == FREE_COLOR_CLUE:
        return color_clues(r)
    if p.pending == FREE_RANK_CLUE:
        return rank_clues(r)
    return color_clues(r) | rank_clues(r)


@inline
def index_slot(t: Any, p: Any, seat: int) -> Any:
    """The card known least among those that no clue is sure to hit or to miss."""
    slot = -1
    best = -1
    for place in range(held_by(p, seat)):
        mask = p.masks[seat][place]
        size = weight(mask, p.ones, p.twos)
        if mask & p.useful:
            size += 100
        if mask & (t.wild | ~t.colored) == 0:
            size += 1000
        if size > best:
            best = size
            slot = place
    return slot


@inline
def all_may_be(p: Any, seat: int, besides: int, kinds: int) -> Any:
    """Whether every card but one may be among these kinds."""
    for place in range(held_by(p, seat)):
        if place != besides and p.masks[seat][place] & kinds == 0:
            return False
    return True


@kernel
def scheme_of(r: Any, t: Any, p: Any, seat: int, index: int) -> Any:
    """The finest scheme all of whose classes exist for every hand that fits the masks, and how many classes it has."""
    mask = p.masks[seat][index]
    rank_elsewhere = True
    color_elsewhere = True
    either_elsewhere = True
    pointing_color = mask & ~t.colored == 0
    color_at_all = True
    others_at_all = True
    kinds = mask
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        same, subset = t.same_rank[kind], t.color_subset[kind]
        if rank_elsewhere and all_may_be(p, seat, index, same):
            rank_elsewhere = False
        if color_elsewhere and all_may_be(p, seat, index, subset):
            color_elsewhere = False
        if not t.colored >> kind & 1 and all_may_be(p, seat, index, subset):
            color_at_all = False
        if not rank_elsewhere and not color_elsewhere:
            if t.simple and p.held[seat] > r.copies[kind]:
                continue
            twins = same & subset
            if all_may_be(p, seat, index, twins) and copies_in(r, twins) >= p.held[seat]:
                either_elsewhere = False
                if not t.colored >> kind & 1:
                    others_at_all = False
    if p.pending == FREE_COLOR_CLUE:
        if pointing_color and color_elsewhere:
            return COLOR_POINTS, 2
        return ALL_JOINED, 1 if color_at_all else 0
    if p.pending == FREE_RANK_CLUE:
        if rank_elsewhere:
            return RANK_POINTS, 2
        return ALL_JOINED, 1
    if rank_elsewhere and color_elsewhere and pointing_color:
        return ALL_FOUR, 4
    if either_elsewhere and pointing_color:
        return ELSEWHERE_JOINED, 3
    if rank_elsewhere and color_at_all:
        return COLORS_JOINED, 3
    if others_at_all:
        return OTHERS_JOINED, 2
    return ALL_JOINED, 1


@inline
def copies_in(r: Any, kinds: int) -> Any:
    count = 0
    while kinds:
        count += r.copies[lowest_bit(kinds)]
        kinds &= kinds - 1
    return count


@inline
def simple_scheme(r: Any, p: Any, seat: int) -> Any:
    """The same where every kind has one color and no hand can hold the same face only."""
    ranks = RANK_BITS
    suits = FIRST_RANKS
    slots = slots_of(p, seat)
    while slots:
        mask = p.masks[seat][lowest_bit(slots)]
        slots &= slots - 1
        folded = mask | mask >> MAX_RANKS | mask >> 2 * MAX_RANKS | mask >> 3 * MAX_RANKS
        ranks &= folded | mask >> 4 * MAX_RANKS | mask >> 5 * MAX_RANKS | mask >> 6 * MAX_RANKS
        suits &= mask | mask >> 1 | mask >> 2 | mask >> 3 | mask >> 4
    if ranks == 0 and suits == 0:
        return ALL_FOUR, 4
    return ELSEWHERE_JOINED, 3


@kernel
def offer(r: Any, t: Any, p: Any, seat: int) -> Any:
    """Index slot, scheme and number of classes of a seat."""
    if p.held[seat] == 0 and not r.empty_clues:
        return -1, 0, 0
    if r.empty_clues:
        if p.pending == FREE_COLOR_CLUE:
            return -1, 0, r.colors
        if p.pending == FREE_RANK_CLUE:
            return -1, 0, r.ranks
        return -1, 0, clue_count(r)
    index = index_slot(t, p, seat)
    if t.simple and p.pending == NO_TILE and p.held[seat] > 3:
        scheme, count = simple_scheme(r, p, seat)
        return index, scheme, count
    scheme, count = scheme_of(r, t, p, seat, index)
    return index, scheme, count


@inline
def class_of(r: Any, p: Any, index: int, scheme: int, clue: int, touched: int) -> Any:
    """The class of a clue among those its target offers."""
    if index < 0:
        if p.pending == FREE_RANK_CLUE:
            return clued_rank(r, clue)
        return clue
    kind = 1 if is_color_clue(r, clue) else 0
    if not touched >> index & 1:
        kind += 2
    return scheme >> (8 * kind) & 255


@kernel
def classes(r: Any, t: Any, p: Any, giver: int) -> Any:
    """How many different sums a clue of `giver`, the player to act, can tell."""
    if p.classes == UNKNOWN:
        total = 0
        for offset in range(1, r.players):
            seat = seat_after(r, giver, offset)
            p.index[seat], p.scheme[seat], p.offered[seat] = offer(r, t, p, seat)
            total += p.offered[seat]
        p.classes = total
    return p.classes
