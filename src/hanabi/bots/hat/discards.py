"""The next discard of a seat by common knowledge."""

from . import count_bits, inline, kernel, lowest_bit
from .layout import NO_CHOP, UNKNOWN, HatTables, PublicState
from .probabilities import held_by, quotient, slots_of, weight
from .public_state import knows_playable

# Added before a division, which needs numbers that are not negative.
ABOVE_ZERO = 1 << 17


@inline
def mean_step(tables: HatTables, mask: int, ones: int, twos: int) -> int:
    """The mean place in the firework, times 100."""
    whole = weight(mask, ones, twos)
    if whole == 0:
        ones, twos = mask, 0
        whole = count_bits(mask)
    return quotient(tables, 100 * steps(tables, mask, ones, twos), whole)


@inline
def steps(tables: HatTables, mask: int, ones: int, twos: int) -> int:
    return (
        weight(mask & tables.step_bits[0], ones, twos)
        + 2 * weight(mask & tables.step_bits[1], ones, twos)
        + 4 * weight(mask & tables.step_bits[2], ones, twos)
    )


@inline
def discard_value(tables: HatTables, public: PublicState, mask: int, ones: int, twos: int, seen: int) -> int:
    """How good it is to discard a card that is one of `mask`."""
    whole = weight(mask, ones, twos)
    if whole == 0:
        ones, twos = mask, 0
        whole = count_bits(mask)
    spare = public.useful & ~public.critical
    total = (
        tables.dead_weight * weight(mask & ~public.useful, ones, twos)
        + tables.seen_weight * weight(mask & seen, ones, twos)
        - tables.spare_weight * weight(mask & public.critical, ones, twos)
        - tables.playable_weight * weight(mask & public.playable, ones, twos)
        + tables.third_weight * weight(mask & spare & tables.step_bits[1] & ~tables.step_bits[0], ones, twos)
        + tables.fifth_weight * weight(mask & public.critical & tables.step_bits[2], ones, twos)
    )
    value = 1000 * total + 100 * tables.step_weight * steps(tables, mask, ones, twos)
    return quotient(tables, value + ABOVE_ZERO * whole, whole)


@inline
def ranked_slot(worth: int, slot: int) -> int:
    """A number that orders slots by worth, then by age; its last three bits are 7 - slot."""
    return 8 * worth + 7 - slot


@inline
def discard_order(tables: HatTables, public: PublicState, seat: int, slots: int) -> int:
    """The ranked slot that `seat` would discard among these, by common knowledge."""
    best = -(1 << 60)
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        spare = (
            discard_value(tables, public, public.masks[seat][slot], public.ones, public.twos, 0)
            - tables.age_weight * slot
        )
        best = max(best, ranked_slot(spare, slot))
    return best


@kernel
def next_discard(tables: HatTables, public: PublicState, seat: int) -> int:
    """The slot that `seat` would discard by common knowledge; none if it has no cards, or one known to be useless."""
    for place in range(held_by(public, seat)):
        if public.masks[seat][place] & public.useful == 0:
            return NO_CHOP
    if public.hand_sizes[seat] == 0:
        return NO_CHOP
    return 7 - (discard_order(tables, public, seat, slots_of(public, seat)) & 7)


@inline
def maybe_critical_slots(public: PublicState, seat: int) -> int:
    """Cards that may or may not be critical, except those known to be playable."""
    slots = 0
    for slot in range(held_by(public, seat)):
        mask = public.masks[seat][slot]
        open_question = (mask & public.critical != 0) & (mask & ~public.critical != 0)
        slots |= (open_question & (mask & ~public.playable != 0)) << slot
    return slots


@inline
def chop_of_next(tables: HatTables, public: PublicState, seat: int) -> int:
    """The expected discard of the seat after the player to act; none if it will play or has a useless card."""
    if public.chop == UNKNOWN:
        public.chop = NO_CHOP if knows_playable(public, seat) else next_discard(tables, public, seat)
    return public.chop
