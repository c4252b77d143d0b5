"""Which card goes next, as everybody can foresee it."""

from hanabi.bots.compiled import inline, kernel
from hanabi.bots.compiled.bits import popcount
from hanabi.bots.hat.chances import chance, weight


@inline
def mean_step(t, mask, ones, twos):
    """A hundred times the mean place in the firework."""
    whole = weight(mask, ones, twos)
    if whole == 0:
        ones = mask
        twos = 0
        whole = popcount(mask)
    total = 0
    for step in range(1, 5):
        total += step * weight(mask & t.step_kinds[step], ones, twos)
    return 100 * total // whole


@inline
def spareness(t, p, mask, ones, twos, seen):
    """How gladly a card that is one of `mask` is thrown away."""
    return (
        t.dead_weight * chance(mask, ~p.useful, ones, twos)
        + t.seen_weight * chance(mask, seen, ones, twos)
        - t.spare_weight * chance(mask, p.critical, ones, twos)
        + t.step_weight * mean_step(t, mask, ones, twos)
    )


@kernel
def next_discard(t, p, seat):
    """The slot `seat` would discard by what everybody knows; -1 with no cards or with one that is known useless."""
    best = -(1 << 60)
    slot = -1
    for place in range(p.held[seat]):
        mask = p.masks[seat][place]
        if mask & p.useful == 0:
            return -1
        spare = spareness(t, p, mask, p.ones, p.twos, 0) - t.age_weight * place
        if spare > best:
            best = spare
            slot = place
    return slot
