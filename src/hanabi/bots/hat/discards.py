"""Which card goes next, as everybody can foresee it."""

from typing import Any

from hanabi.bots.hat.compiled import inline, kernel
from hanabi.bots.hat.layout import NO_CHOP, UNKNOWN
from hanabi.bots.hat.probabilities import divided, held_by, slots_of, weight
from hanabi.bots.hat.public_state import knows_playable
from hanabi.native.bits import count_bits, lowest_bit

# Added to what is divided, as only numbers from 0 on are.
ABOVE_ZERO = 1 << 17


@inline
def mean_step(t: Any, mask: int, ones: int, twos: int) -> Any:
    """A hundred times the mean place in the firework."""
    whole = weight(mask, ones, twos)
    if whole == 0:
        ones, twos = mask, 0
        whole = count_bits(mask)
    return divided(t, 100 * steps(t, mask, ones, twos), whole)


@inline
def steps(t: Any, mask: int, ones: int, twos: int) -> Any:
    return (
        weight(mask & t.step_bits[0], ones, twos)
        + 2 * weight(mask & t.step_bits[1], ones, twos)
        + 4 * weight(mask & t.step_bits[2], ones, twos)
    )


@inline
def spareness(t: Any, p: Any, mask: int, ones: int, twos: int, seen: int) -> Any:
    """How gladly a card that is one of `mask` is thrown away."""
    whole = weight(mask, ones, twos)
    if whole == 0:
        ones, twos = mask, 0
        whole = count_bits(mask)
    total = (
        t.dead_weight * weight(mask & ~p.useful, ones, twos)
        + t.seen_weight * weight(mask & seen, ones, twos)
        - t.spare_weight * weight(mask & p.critical, ones, twos)
    )
    gladness = 1000 * total + 100 * t.step_weight * steps(t, mask, ones, twos)
    return divided(t, gladness + ABOVE_ZERO * whole, whole)


@inline
def first_of_best(worth: int, slot: int) -> Any:
    """A number that is larger for the slot worth more, or else for the lower slot; its last three bits tell which."""
    return 8 * worth + 7 - slot


@kernel
def next_discard(t: Any, p: Any, seat: int) -> Any:
    """The slot `seat` would discard by what everybody knows; none with no cards or with one that is known useless."""
    for place in range(held_by(p, seat)):
        if p.masks[seat][place] & p.useful == 0:
            return NO_CHOP
    if p.held[seat] == 0:
        return NO_CHOP
    best = -(1 << 60)
    slots = slots_of(p, seat)
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        spare = spareness(t, p, p.masks[seat][slot], p.ones, p.twos, 0) - t.age_weight * slot
        best = max(best, first_of_best(spare, slot))
    return 7 - (best & 7)


@inline
def chop_of_next(r: Any, t: Any, p: Any, seat: int) -> Any:
    """What the seat after the player to act is expected to discard; none if it will play or throw a useless card."""
    if p.chop == UNKNOWN:
        p.chop = NO_CHOP if knows_playable(p, seat) else next_discard(t, p, seat)
    return p.chop
