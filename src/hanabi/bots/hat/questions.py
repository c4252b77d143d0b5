"""A seat's share of the hat sum: answers to questions about its hand that everybody can predict, in mixed radix."""

from hanabi.bots.hat.compiled import inline, kernel
from hanabi.bots.hat.discards import next_discard, ranked_slot
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.bots.hat.probabilities import chance, held_by, is_one, quotient
from hanabi.bots.hat.public_state import knows_playable, narrow
from hanabi.kernels.layout import State
from hanabi.native.bits import count_bits, lowest_bit

NO_SLOT = 1 << 20


@inline
def face_bit(s: State, seat: int, slot: int) -> int:
    return 1 << s.faces[s.hands[seat][slot]]


@inline
def entry_mask(public: PublicState, seat: int, entry: int) -> int:
    """An entry of the list is `slot + 8 * statement`: playable, useless or critical."""
    if entry < 8:
        return public.due[seat]
    if entry < 16:
        return ~public.useful
    return public.critical


@inline
def open_chance(tables: HatTables, public: PublicState, seat: int, slot: int, part: int) -> int:
    """How likely a card is one of `part`; -1 for a determined card, of which nothing need be asked."""
    mask = public.masks[seat][slot]
    return -1 if is_one(mask) else chance(tables, mask, part, public.ones, public.twos)


@inline
def likeliest(public: PublicState, slots: int) -> int:
    """Of these slots the first with the largest number in `public.likely`."""
    best = -(1 << 60)
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        best = max(best, ranked_slot(public.likely[slot], slot))
    return 7 - (best & 7)


@inline
def is_open(tables: HatTables, likely: int) -> bool:
    """Whether a card so likely to be playable is asked about with yes or no."""
    return (likely > tables.yes_low) & (likely < tables.yes_high)


@kernel
def ask(s: State, tables: HatTables, public: PublicState, seat: int, size: int, total: int, visible: bool) -> int:
    """Ask about `seat`'s hand until `size` answers are used up and narrow its masks by them.

    With `visible` the answers come from the cards, and the number that encodes them is returned; else they are decoded
    from `total`.
    """
    value = 0
    modulus = 1
    due = public.due[seat]
    knows = knows_playable(public, seat)
    if tables.save_from <= 1000 and tables.save_first and size > 1 and not knows:
        slot = next_discard(tables, public, seat)
        if slot >= 0:
            danger = chance(tables, public.masks[seat][slot], public.critical, public.ones, public.twos)
            if danger >= tables.save_from and danger < 1000:
                digit = total % 2
                if visible:
                    digit = 1 if face_bit(s, seat, slot) & public.critical else 0
                narrow(public, seat, slot, public.critical if digit else ~public.critical)
                value += digit
                modulus = 2
                knows = knows_playable(public, seat)
    if not knows:
        room = quotient(tables, size - 1 - value, modulus) + 1
        if room > 1:
            answers, digit = ask_list(s, tables, public, seat, room, quotient(tables, total, modulus), visible)
            value += digit * modulus
            modulus *= answers
    partitioned = 0
    room = quotient(tables, size - 1 - value, modulus) + 1
    unsure = 0
    if room > 1:
        for place in range(held_by(public, seat)):
            likely = open_chance(tables, public, seat, place, due)
            public.likely[place] = -abs(likely - tables.yes_best)
            unsure |= is_open(tables, likely) << place
    while room > 1:
        if unsure:
            slot = likeliest(public, unsure)
            digit = quotient(tables, total, modulus) % 2
            if visible:
                digit = 1 if face_bit(s, seat, slot) & due else 0
            narrow(public, seat, slot, due if digit else ~due)
            likely = open_chance(tables, public, seat, slot, due)
            public.likely[slot] = -abs(likely - tables.yes_best)
            unsure ^= (1 ^ is_open(tables, likely)) << slot
            value += digit * modulus
            modulus *= 2
            room = quotient(tables, size - 1 - value, modulus) + 1
            continue
        best = NO_SLOT
        for place in range(held_by(public, seat)):
            mask = public.masks[seat][place]
            if is_one(mask) | (mask & public.useful == 0) | (partitioned >> place & 1 != 0):
                continue
            dead = chance(tables, mask, ~public.useful, public.ones, public.twos)
            if tables.part_playable and mask & ~due == 0:
                dead = -1
            best = min(best, 8 * dead + place)
        if best == NO_SLOT:
            break
        slot = best & 7
        partitioned |= 1 << slot
        answers, digit = ask_part(s, public, seat, slot, room, quotient(tables, total, modulus), visible)
        likely = open_chance(tables, public, seat, slot, due)
        public.likely[slot] = -abs(likely - tables.yes_best)
        unsure |= is_open(tables, likely) << slot
        value += digit * modulus
        modulus *= answers
        room = quotient(tables, size - 1 - value, modulus) + 1
    return value


@kernel
def ask_list(
    s: State, tables: HatTables, public: PublicState, seat: int, room: int, total: int, visible: bool
) -> tuple[int, int]:
    """The first true statement of a list; k statements cost k + 1 answers."""
    due = public.due[seat]
    entries = 0  # five bits each; at most eleven of them
    count = 0
    warned = -1
    if tables.save_from <= 1000 and not tables.save_first:
        warned = next_discard(tables, public, seat)
        if warned >= 0:
            danger = chance(tables, public.masks[seat][warned], public.critical, public.ones, public.twos)
            if danger < tables.save_from or danger == 1000:
                warned = -1
    slots = 0
    for place in range(held_by(public, seat)):
        mask = public.masks[seat][place]
        public.likely[place] = 0 if mask & ~due == 0 else chance(tables, mask, due, public.ones, public.twos)
        slots |= (public.likely[place] > 0) << place
    # The likeliest plays that fit, asked from the least likely on.
    while slots and count < room - (1 if warned < 0 else 2):
        slot = likeliest(public, slots)
        slots ^= 1 << slot
        entries = entries << 5 | slot
        count += 1
    if warned >= 0:
        entries = entries << 5 | (warned + 16)
        count += 1
    if tables.list_dead and count < room - 1:
        slots = 0
        for place in range(held_by(public, seat)):
            mask = public.masks[seat][place] & ~due
            public.likely[place] = (
                0 if mask & public.useful == 0 else chance(tables, mask, ~public.useful, public.ones, public.twos)
            )
            slots |= (public.likely[place] > 0) << place
        while slots and count < room - 1:
            slot = likeliest(public, slots)
            slots ^= 1 << slot
            entries |= (slot + 8) << (5 * count)
            count += 1
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
    return count + 1, digit


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
