"""The clue classes that a seat offers: sets of clues of which at least one can be given, whatever the hand is.

Everything here follows from public masks and the rule tables. If empty clues are legal, every clue is a class of its
own. Otherwise one card, the index card, defines the classes: a clue names a rank or a color, and points at the card or
not. A class that might be empty for some hand is joined with another, unless the parameters prefer four classes
(three around a card that may be black): then a hand may have no clue for the sum, and no clue can be given.
"""

from hanabi.kernels import NO_TILE, Rules
from hanabi.kernels.layout import FREE_COLOR_CLUE, FREE_RANK_CLUE, MAX_RANKS, MAX_SUITS

from . import action_ids, cards, inline, kernel, lowest_bit
from .layout import UNKNOWN, HatTables, PublicState
from .probabilities import chance_among, held_by, seat_after, slots_of, weight

# The first kind of each suit.
FIRST_RANKS = sum(1 << MAX_RANKS * suit for suit in range(MAX_SUITS))

# A scheme holds the class numbers of rank pointing, color pointing, rank elsewhere, color elsewhere, one byte each.
ALL_FOUR = 0 | 1 << 8 | 2 << 16 | 3 << 24
ELSEWHERE_JOINED = 0 | 1 << 8 | 2 << 16 | 2 << 24
COLORS_JOINED = 0 | 1 << 8 | 2 << 16 | 1 << 24
OTHERS_JOINED = 0 | 1 << 8 | 1 << 16 | 1 << 24
ALL_JOINED = 0
COLOR_POINTS = 0 | 1 << 24
RANK_POINTS = 0 | 1 << 16


@inline
def allowed(r: Rules, public: PublicState) -> int:
    """The clues that may be given now, as a mask of clue indices."""
    if public.pending == FREE_COLOR_CLUE:
        return action_ids.color_clues(r)
    if public.pending == FREE_RANK_CLUE:
        return action_ids.rank_clues(r)
    return action_ids.color_clues(r) | action_ids.rank_clues(r)


@inline
def index_slot(tables: HatTables, public: PublicState, seat: int) -> int:
    """The least known card among those that no clue is sure to hit or to miss."""
    slot = -1
    best = -1
    for place in range(held_by(public, seat)):
        mask = public.masks[seat][place]
        size = weight(mask, public.ones, public.twos)
        if mask & public.useful:
            size += 100
        if mask & (tables.wild | ~tables.colored) == 0:
            size += 1000
        size += tables.index_newer * place
        if size > best:
            best = size
            slot = place
    return slot


@inline
def all_may_be(public: PublicState, seat: int, besides: int, kinds: int) -> bool:
    """Whether all cards but one may be among these kinds."""
    for place in range(held_by(public, seat)):
        if place != besides and public.masks[seat][place] & kinds == 0:
            return False
    return True


@kernel
def scheme_of(r: Rules, tables: HatTables, public: PublicState, seat: int, index: int) -> tuple[int, int]:
    """The finest scheme whose classes exist for every hand that fits the masks, and its number of classes."""
    mask = public.masks[seat][index]
    rank_elsewhere = True
    color_elsewhere = True
    either_elsewhere = True
    pointing_color = mask & ~tables.colored == 0
    color_at_all = True
    others_at_all = True
    kinds = mask
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        same, subset = tables.same_rank[kind], tables.color_subset[kind]
        if rank_elsewhere and all_may_be(public, seat, index, same):
            rank_elsewhere = False
        if color_elsewhere and all_may_be(public, seat, index, subset):
            color_elsewhere = False
        if not tables.colored >> kind & 1 and all_may_be(public, seat, index, subset):
            color_at_all = False
        if not rank_elsewhere and not color_elsewhere:
            if tables.simple and public.hand_sizes[seat] > r.copies[kind]:
                continue
            twins = same & subset
            if all_may_be(public, seat, index, twins) and copies_in(r, twins) >= public.hand_sizes[seat]:
                either_elsewhere = False
                if not tables.colored >> kind & 1:
                    others_at_all = False
    if public.pending == FREE_COLOR_CLUE:
        if pointing_color and color_elsewhere:
            return COLOR_POINTS, 2
        return ALL_JOINED, 1 if color_at_all else 0
    if public.pending == FREE_RANK_CLUE:
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
def copies_in(r: Rules, kinds: int) -> int:
    count = 0
    while kinds:
        count += r.copies[lowest_bit(kinds)]
        kinds &= kinds - 1
    return count


@inline
def simple_scheme(public: PublicState, seat: int) -> tuple[int, int]:
    """The same, for rules where every kind has one color and a hand cannot hold copies of one face only."""
    ranks = cards.RANK_BITS
    suits = FIRST_RANKS
    slots = slots_of(public, seat)
    while slots:
        mask = public.masks[seat][lowest_bit(slots)]
        slots &= slots - 1
        folded = mask | mask >> MAX_RANKS | mask >> 2 * MAX_RANKS | mask >> 3 * MAX_RANKS
        ranks &= folded | mask >> 4 * MAX_RANKS | mask >> 5 * MAX_RANKS | mask >> 6 * MAX_RANKS
        suits &= mask | mask >> 1 | mask >> 2 | mask >> 3 | mask >> 4
    if ranks == 0 and suits == 0:
        return ALL_FOUR, 4
    return ELSEWHERE_JOINED, 3


@inline
def chance_of_no_other_color(tables: HatTables, public: PublicState, seat: int, index: int) -> int:
    """The chance that every color clue points at the index card: the others are colorless or have its color."""
    ones, twos = public.ones, public.twos
    total = 0
    for suit in range(MAX_SUITS):
        kinds = public.masks[seat][index] & tables.suit_kinds[suit]
        if kinds:
            chance = chance_among(tables, public.masks[seat][index], kinds, ones, twos)
            subset = tables.color_subset[lowest_bit(kinds)]
            for place in range(held_by(public, seat)):
                if place != index:
                    chance = chance * chance_among(tables, public.masks[seat][place], subset, ones, twos) // 1000
            total += chance
    return total


@kernel
def offer(r: Rules, tables: HatTables, public: PublicState, seat: int) -> tuple[int, int, int]:
    """Index slot, scheme and number of classes of a seat."""
    if public.hand_sizes[seat] == 0 and not r.empty_clues:
        return -1, 0, 0
    if r.empty_clues:
        if public.pending == FREE_COLOR_CLUE:
            return -1, 0, r.colors
        if public.pending == FREE_RANK_CLUE:
            return -1, 0, r.ranks
        return -1, 0, action_ids.clue_count(r)
    index = index_slot(tables, public, seat)
    usual = public.pending == NO_TILE and public.hand_sizes[seat] > 3
    if tables.class_risk >= 0 and usual:
        odd = tables.wild | ~tables.colored
        if chance_among(tables, public.masks[seat][index], odd, public.ones, public.twos) <= tables.class_risk:
            if tables.class_loss < 1000 and chance_of_no_other_color(tables, public, seat, index) > tables.class_loss:
                return index, ELSEWHERE_JOINED, 3
            return index, ALL_FOUR, 4
    if tables.simple and usual:
        scheme, count = simple_scheme(public, seat)
        return index, scheme, count
    scheme, count = scheme_of(r, tables, public, seat, index)
    if tables.class_risk >= 0 and usual and count < 3:
        return index, COLORS_JOINED, 3
    return index, scheme, count


@inline
def class_of(r: Rules, public: PublicState, index: int, scheme: int, clue: int, touched: int) -> int:
    """The class of a clue among those that its target offers."""
    if index < 0:
        if public.pending == FREE_RANK_CLUE:
            return action_ids.clued_rank(r, clue)
        return clue
    column = 1 if action_ids.is_color_clue(r, clue) else 0
    if not touched >> index & 1:
        column += 2
    return scheme >> (8 * column) & 255


@kernel
def classes(r: Rules, tables: HatTables, public: PublicState, giver: int) -> int:
    """The number of sums that a clue of `giver`, the player to act, can encode."""
    if public.classes == UNKNOWN:
        total = 0
        for offset in range(1, r.players):
            seat = seat_after(r, giver, offset)
            public.index[seat], public.scheme[seat], public.offered[seat] = offer(r, tables, public, seat)
            total += public.offered[seat]
        public.classes = total
    return public.classes
