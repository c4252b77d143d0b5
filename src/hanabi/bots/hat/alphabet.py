"""The alphabet of a seat: plays and discards that are equally good by common knowledge, so that the choice can speak.

An alphabet follows from the public state alone. The place of the chosen action in it is a number that encodes a hat
sum, as the class of a clue does; actions outside the alphabet encode nothing. Rare answers come first in the
questions, so that the usual answer goes with the usual action: useless cards come before playable ones, and the best
discard comes last.
"""

from hanabi.kernels import NO_TILE, Rules

from . import inline, kernel, lowest_bit
from .discards import discard_order, next_discard
from .layout import HatTables, PublicState
from .probabilities import chance_among, held_by, slots_of

PLAY = 8  # an entry is a slot, with this added for a play
NOT_LISTED = -1


@inline
def entry_at(entries: int, place: int) -> int:
    return entries >> (4 * place) & 15


@inline
def place_in(entries: int, count: int, entry: int) -> int:
    """The place of an action in an alphabet."""
    for place in range(count):
        if entry_at(entries, place) == entry:
            return place
    return NOT_LISTED


@inline
def has_plays(entries: int, count: int) -> bool:
    """Whether plays are in the alphabet; if so, they come last."""
    return count > 0 and entry_at(entries, count - 1) >= PLAY


@inline
def useless_slots(public: PublicState, seat: int) -> int:
    """Cards that everybody knows to be useless."""
    slots = 0
    for slot in range(held_by(public, seat)):
        slots |= (public.masks[seat][slot] & public.useful == 0) << slot
    return slots


@inline
def playable_slots(public: PublicState, seat: int) -> int:
    """Cards that everybody knows to be playable."""
    slots = 0
    for slot in range(held_by(public, seat)):
        slots |= (public.masks[seat][slot] & ~public.playable == 0) << slot
    return slots


@inline
def with_slots(entries: int, count: int, slots: int, added: int) -> tuple[int, int]:
    while slots:
        entries |= (lowest_bit(slots) + added) << (4 * count)
        count += 1
        slots &= slots - 1
    return entries, count


@kernel
def alphabet(r: Rules, tables: HatTables, public: PublicState, seat: int) -> tuple[int, int]:
    """The entries of the seat to act, four bits each, and their number."""
    if public.turns_left > 0 or public.pending != NO_TILE:
        return 0, 0
    entries, count = 0, 0
    playable, useless = playable_slots(public, seat), useless_slots(public, seat)
    if playable:
        if useless:
            if public.tokens < r.clue_tokens and public.pace >= tables.order_pace:
                entries, count = with_slots(entries, count, useless, 0)
        elif public.tokens <= tables.chop_order_tokens and public.pace >= tables.chop_order_pace:
            slot = next_discard(tables, public, seat)
            if slot >= 0 and not playable >> slot & 1:
                danger = chance_among(tables, public.masks[seat][slot], public.critical, public.ones, public.twos)
                if danger <= tables.chop_order:
                    entries, count = slot, 1
        if count > 0 or public.pace >= tables.choice_pace:
            entries, count = with_slots(entries, count, playable, PLAY)
        return entries, count
    if useless:
        entries, count = with_slots(entries, count, useless, 0)
    elif tables.near > 0 and public.pace >= tables.near_pace:
        entries, count = near_discards(tables, public, seat)
    others = slots_of(public, seat) & ~(1 << entries)
    if count == 1 and others and tables.lone_order >= 0:
        slot = 7 - (discard_order(tables, public, seat, others) & 7)
        danger = chance_among(tables, public.masks[seat][slot], public.critical, public.ones, public.twos)
        if danger <= tables.lone_order:
            return entries << 4 | slot, 2
    return entries, count


@kernel
def near_discards(tables: HatTables, public: PublicState, seat: int) -> tuple[int, int]:
    """The best discard, which comes last, and those that are nearly as good."""
    entries, count = 0, 0
    best = 0
    slots = slots_of(public, seat)
    while slots:
        chosen = discard_order(tables, public, seat, slots)
        slot, value = 7 - (chosen & 7), chosen >> 3
        if count == 0:
            best = value
        elif best - value > tables.near:
            break
        entries = entries << 4 | slot
        count += 1
        slots ^= 1 << slot
    return entries, count
