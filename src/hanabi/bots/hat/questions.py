"""A seat's share of the hat sum: its answers, in mixed radix, to questions that everybody can predict."""

from hanabi.kernels import State

from . import count_bits, inline, kernel, lowest_bit
from .discards import discard_order, maybe_critical_slots, next_discard, ranked_slot
from .layout import HatTables, PublicState
from .probabilities import chance_among, held_by, is_one, quotient
from .public_state import knows_playable, narrow

NO_SLOT = 1 << 20

# A statement of a list is a slot with one of these added.
PLAYABLE, USELESS, CRITICAL = 0, 8, 16

# Openings, the first questions: only the usual ones; which card is playable, likeliest first; whether the next card
# that may be critical is critical; the likeliest play, else which card is critical; which card is useless; which card
# is critical. Questions about critical cards follow the order of discarding.
USUAL, PLAYS, NEXT_CRITICAL, PLAY_OR_CRITICALS, FIRST_USELESS, CRITICALS = range(6)


@inline
def face_bit(s: State, seat: int, slot: int) -> int:
    return 1 << s.faces[s.hands[seat][slot]]


@inline
def entry_mask(public: PublicState, seat: int, entry: int) -> int:
    """The kinds for which the statement is true."""
    if entry < USELESS:
        return public.due[seat]
    if entry < CRITICAL:
        return ~public.useful
    return public.critical


@inline
def open_chance(tables: HatTables, public: PublicState, seat: int, slot: int, part: int) -> int:
    """The probability that a card is one of `part`; -1 for a determined card, which needs no question."""
    mask = public.masks[seat][slot]
    return -1 if is_one(mask) else chance_among(tables, mask, part, public.ones, public.twos)


@inline
def likeliest(public: PublicState, slots: int) -> int:
    """The first of these slots with the largest number in `public.likely`."""
    best = -(1 << 60)
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        best = max(best, ranked_slot(public.likely[slot], slot))
    return 7 - (best & 7)


@inline
def is_open(tables: HatTables, likely: int) -> bool:
    """Whether a card with this probability of being playable gets a yes/no question."""
    return (likely > tables.yes_low) & (likely < tables.yes_high)


@kernel
def ask(
    s: State, tables: HatTables, public: PublicState, seat: int, size: int, total: int, visible: bool, opening: int
) -> int:
    """A seat's share of a sum below `size`. Narrows `public` by the answers. `opening` selects the first questions.

    If `visible`, the answers are looked up in the hand; otherwise they are decoded from `total`, which is the share.
    """
    value = 0
    modulus = 1
    due = public.due[seat]
    if opening != USUAL and size > 1:
        entries, count = opening_statements(tables, public, seat, opening)
        if count > 0:
            count = min(count, size - 1)
            value = first_true(s, public, seat, entries, count, total, visible)
            modulus = count + 1
    knows = knows_playable(public, seat)
    if opening == USUAL and tables.save_from <= 1000 and tables.save_first and size > 1 and not knows:
        slot = next_discard(tables, public, seat)
        if slot >= 0:
            danger = chance_among(tables, public.masks[seat][slot], public.critical, public.ones, public.twos)
            if danger >= tables.save_from and danger < 1000:
                value = yes_no(s, public, seat, slot + CRITICAL, total, visible)
                modulus = 2
                knows = knows_playable(public, seat)
    room = quotient(tables, size - 1 - value, modulus) + 1
    if not knows and room > 1:
        answers, digit = ask_list(s, tables, public, seat, room, quotient(tables, total, modulus), visible)
        value += digit * modulus
        modulus *= answers
        room = quotient(tables, size - 1 - value, modulus) + 1
        if room > 1 and tables.ask_critical:
            slots = maybe_critical_slots(public, seat)
            if slots:
                slot = 7 - (discard_order(tables, public, seat, slots) & 7)
                share = quotient(tables, total, modulus)
                value += yes_no(s, public, seat, slot + CRITICAL, share, visible) * modulus
                modulus *= 2
                room = quotient(tables, size - 1 - value, modulus) + 1
    partitioned = 0
    unsure = 0
    if room > 1:
        for place in range(held_by(public, seat)):
            likely = open_chance(tables, public, seat, place, due)
            public.likely[place] = -abs(likely - tables.yes_best)
            unsure |= is_open(tables, likely) << place
    while room > 1:
        share = quotient(tables, total, modulus)
        if unsure:
            slot = likeliest(public, unsure)
            digit = yes_no(s, public, seat, slot + PLAYABLE, share, visible)
            answers = 2
        else:
            slot = slot_to_divide(tables, public, seat, partitioned)
            if slot < 0:
                break
            partitioned |= 1 << slot
            answers, digit = ask_part(s, public, seat, slot, room, share, visible)
        likely = open_chance(tables, public, seat, slot, due)
        public.likely[slot] = -abs(likely - tables.yes_best)
        unsure = unsure & ~(1 << slot) | is_open(tables, likely) << slot
        value += digit * modulus
        modulus *= answers
        room = quotient(tables, size - 1 - value, modulus) + 1
    return value


@inline
def yes_no(s: State, public: PublicState, seat: int, entry: int, total: int, visible: bool) -> int:
    """Whether one statement is true: 1 or 0."""
    truth = entry_mask(public, seat, entry)
    digit = total % 2
    if visible:
        digit = 1 if face_bit(s, seat, entry & 7) & truth else 0
    narrow(public, seat, entry & 7, truth if digit else ~truth)
    return digit


@inline
def slot_to_divide(tables: HatTables, public: PublicState, seat: int, partitioned: int) -> int:
    """The card whose possible kinds are divided into parts next; -1 for none."""
    best = NO_SLOT
    for place in range(held_by(public, seat)):
        mask = public.masks[seat][place]
        if is_one(mask) | (mask & public.useful == 0) | (partitioned >> place & 1 != 0):
            continue
        if tables.part_critical:
            order = 1000 - chance_among(tables, mask, public.critical, public.ones, public.twos)
        else:
            order = chance_among(tables, mask, ~public.useful, public.ones, public.twos)
        if tables.part_playable and mask & ~public.due[seat] == 0:
            order = -1
        best = min(best, 8 * order + place)
    return -1 if best == NO_SLOT else best & 7


@kernel
def opening_statements(tables: HatTables, public: PublicState, seat: int, opening: int) -> tuple[int, int]:
    """The list of statements that an opening asks for: its entries, five bits each, and their number."""
    entries, count = 0, 0
    taken = 0
    if opening in (PLAYS, PLAY_OR_CRITICALS) and not knows_playable(public, seat):
        slots = slots_with_chance(tables, public, seat, public.due[seat])
        while slots:
            slot = likeliest(public, slots)
            slots ^= 1 << slot
            taken |= 1 << slot
            entries |= (slot + PLAYABLE) << (5 * count)
            count += 1
            if opening == PLAY_OR_CRITICALS:
                break
    if opening in (NEXT_CRITICAL, PLAY_OR_CRITICALS, CRITICALS):
        slots = maybe_critical_slots(public, seat) & ~taken
        while slots:
            slot = 7 - (discard_order(tables, public, seat, slots) & 7)
            slots ^= 1 << slot
            entries |= (slot + CRITICAL) << (5 * count)
            count += 1
            if opening == NEXT_CRITICAL:
                break
    if opening == FIRST_USELESS:
        slots = slots_with_chance(tables, public, seat, ~public.useful)
        while slots:
            slot = likeliest(public, slots)
            slots ^= 1 << slot
            entries |= (slot + USELESS) << (5 * count)
            count += 1
    return entries, count


@inline
def slots_with_chance(tables: HatTables, public: PublicState, seat: int, part: int) -> int:
    """Cards that may be among `part` and may not be; their chances go into `public.likely`."""
    slots = 0
    for place in range(held_by(public, seat)):
        mask = public.masks[seat][place]
        public.likely[place] = 0 if mask & ~part == 0 else chance_among(tables, mask, part, public.ones, public.twos)
        slots |= (public.likely[place] > 0) << place
    return slots


@kernel
def ask_list(
    s: State, tables: HatTables, public: PublicState, seat: int, room: int, total: int, visible: bool
) -> tuple[int, int]:
    """Which card is playable, else useless: as many statements as there is room for."""
    due = public.due[seat]
    entries = 0  # five bits each; at most eleven of them
    count = 0
    warned = -1
    if tables.save_from <= 1000 and not tables.save_first:
        warned = next_discard(tables, public, seat)
        if warned >= 0:
            danger = chance_among(tables, public.masks[seat][warned], public.critical, public.ones, public.twos)
            if danger < tables.save_from or danger == 1000:
                warned = -1
    slots = slots_with_chance(tables, public, seat, due)
    # The likeliest plays that fit, asked from the least likely on.
    while slots and count < room - (1 if warned < 0 else 2):
        slot = likeliest(public, slots)
        slots ^= 1 << slot
        entries = entries << 5 | slot + PLAYABLE
        count += 1
    if warned >= 0:
        entries = entries << 5 | (warned + CRITICAL)
        count += 1
    if tables.list_dead and count < room - 1:
        slots = 0
        for place in range(held_by(public, seat)):
            mask = public.masks[seat][place] & ~due
            public.likely[place] = (
                0 if mask & public.useful == 0 else chance_among(tables, mask, ~public.useful, public.ones, public.twos)
            )
            slots |= (public.likely[place] > 0) << place
        while slots and count < room - 1:
            slot = likeliest(public, slots)
            slots ^= 1 << slot
            entries |= (slot + USELESS) << (5 * count)
            count += 1
    return count + 1, first_true(s, public, seat, entries, count, total, visible)


@kernel
def first_true(s: State, public: PublicState, seat: int, entries: int, count: int, total: int, visible: bool) -> int:
    """The place of the first true statement of a list, or its length; k statements cost k + 1 answers."""
    digit = count
    if visible:
        for place in range(count):
            entry = entries >> (5 * place) & 31
            if face_bit(s, seat, entry & 7) & entry_mask(public, seat, entry):
                digit = place
                break
    else:
        digit = total % (count + 1)
    for place in range(min(digit + 1, count)):
        entry = entries >> (5 * place) & 31
        truth = entry_mask(public, seat, entry)
        narrow(public, seat, entry & 7, truth if place == digit else ~truth)
    return digit


@kernel
def ask_part(
    s: State, public: PublicState, seat: int, slot: int, room: int, total: int, visible: bool
) -> tuple[int, int]:
    """Which part of its possible kinds a card is in: useless kinds share the first, the others are assigned in turn."""
    mask = public.masks[seat][slot]
    dead = mask & ~public.useful
    first = 1 if dead else 0
    rest = mask & public.useful
    parts = min(room, first + count_bits(rest))
    if visible:
        bit = face_bit(s, seat, slot)
        digit = 0
        if not bit & dead:
            digit = first
            kinds = rest
            while kinds:
                low = kinds & -kinds
                if low == bit:
                    break
                kinds ^= low
                digit += 1
                if digit == parts:
                    digit = 0
    else:
        digit = total % parts
    chosen = dead if digit == 0 else 0
    place = first
    if place == parts:
        place = 0
    kinds = rest
    while kinds:
        low = kinds & -kinds
        kinds ^= low
        if place == digit:
            chosen |= low
        place += 1
        if place == parts:
            place = 0
    narrow(public, seat, slot, chosen)
    return parts, digit
