"""What a share of the hat sum says about a hand: questions that everybody can foresee, answered in mixed radix."""

from typing import Any

from hanabi.bots.hat.compiled import inline, kernel
from hanabi.bots.hat.discards import first_of_best, next_discard
from hanabi.bots.hat.probabilities import chance, divided, held_by, is_one
from hanabi.bots.hat.public_state import knows_playable, narrow
from hanabi.native.bits import count_bits, lowest_bit

NO_SLOT = 1 << 20


@inline
def face_bit(s: Any, seat: int, slot: int) -> Any:
    return 1 << s.faces[s.hands[seat][slot]]


@inline
def entry_mask(p: Any, seat: int, entry: int) -> Any:
    """An entry of the list is `slot + 8 * statement`: playable, useless or critical."""
    if entry < 8:
        return p.due[seat]
    if entry < 16:
        return ~p.useful
    return p.critical


@inline
def open_chance(t: Any, p: Any, seat: int, slot: int, part: int) -> Any:
    """How likely a card is one of `part`; -1 for a determined card, of which nothing need be asked."""
    mask = p.masks[seat][slot]
    return -1 if is_one(mask) else chance(t, mask, part, p.ones, p.twos)


@inline
def likeliest(p: Any, slots: int) -> Any:
    """Of these slots the first with the largest number in `p.likely`."""
    best = -(1 << 60)
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        best = max(best, first_of_best(p.likely[slot], slot))
    return 7 - (best & 7)


@inline
def is_open(t: Any, likely: int) -> Any:
    """Whether a card so likely to be playable is asked about with yes or no."""
    return (likely > t.yes_low) & (likely < t.yes_high)


@kernel
def ask(r: Any, s: Any, t: Any, p: Any, seat: int, size: int, total: int, visible: Any) -> Any:
    """Ask about `seat`'s hand until `size` answers are used up and narrow its masks by them.

    With `visible` the answers come from the cards and their number is returned; else they are read from `total`.
    """
    value = 0
    modulus = 1
    due = p.due[seat]
    knows = knows_playable(p, seat)
    if t.save_from <= 1000 and t.save_first and size > 1 and not knows:
        slot = next_discard(t, p, seat)
        if slot >= 0:
            danger = chance(t, p.masks[seat][slot], p.critical, p.ones, p.twos)
            if danger >= t.save_from and danger < 1000:
                digit = total % 2
                if visible:
                    digit = 1 if face_bit(s, seat, slot) & p.critical else 0
                narrow(s, p, seat, slot, p.critical if digit else ~p.critical)
                value += digit
                modulus = 2
                knows = knows_playable(p, seat)
    if not knows:
        room = divided(t, size - 1 - value, modulus) + 1
        if room > 1:
            answers, digit = ask_list(r, s, t, p, seat, room, divided(t, total, modulus), visible)
            value += digit * modulus
            modulus *= answers
    partitioned = 0
    room = divided(t, size - 1 - value, modulus) + 1
    unsure = 0
    if room > 1:
        for place in range(held_by(p, seat)):
            likely = open_chance(t, p, seat, place, due)
            p.likely[place] = -abs(likely - t.yes_best)
            unsure |= is_open(t, likely) << place
    while room > 1:
        if unsure:
            slot = likeliest(p, unsure)
            digit = divided(t, total, modulus) % 2
            if visible:
                digit = 1 if face_bit(s, seat, slot) & due else 0
            narrow(s, p, seat, slot, due if digit else ~due)
            likely = open_chance(t, p, seat, slot, due)
            p.likely[slot] = -abs(likely - t.yes_best)
            unsure ^= (1 ^ is_open(t, likely)) << slot
            value += digit * modulus
            modulus *= 2
            room = divided(t, size - 1 - value, modulus) + 1
            continue
        best = NO_SLOT
        for place in range(held_by(p, seat)):
            mask = p.masks[seat][place]
            if is_one(mask) | (mask & p.useful == 0) | (partitioned >> place & 1 != 0):
                continue
            dead = chance(t, mask, ~p.useful, p.ones, p.twos)
            if t.part_playable and mask & ~due == 0:
                dead = -1
            best = min(best, 8 * dead + place)
        if best == NO_SLOT:
            break
        slot = best & 7
        partitioned |= 1 << slot
        answers, digit = ask_part(r, s, p, seat, slot, room, divided(t, total, modulus), visible)
        likely = open_chance(t, p, seat, slot, due)
        p.likely[slot] = -abs(likely - t.yes_best)
        unsure |= is_open(t, likely) << slot
        value += digit * modulus
        modulus *= answers
        room = divided(t, size - 1 - value, modulus) + 1
    return value


@kernel
def ask_list(r: Any, s: Any, t: Any, p: Any, seat: int, room: int, total: int, visible: Any) -> Any:
    """The first true statement of a list; k statements cost k + 1 answers."""
    due = p.due[seat]
    entries = 0  # five bits each; at most eleven of them
    count = 0
    warned = -1
    if t.save_from <= 1000 and not t.save_first:
        warned = next_discard(t, p, seat)
        if warned >= 0:
            danger = chance(t, p.masks[seat][warned], p.critical, p.ones, p.twos)
            if danger < t.save_from or danger == 1000:
                warned = -1
    slots = 0
    for place in range(held_by(p, seat)):
        mask = p.masks[seat][place]
        p.likely[place] = 0 if mask & ~due == 0 else chance(t, mask, due, p.ones, p.twos)
        slots |= (p.likely[place] > 0) << place
    # The likeliest plays that fit, asked from the least likely on.
    while slots and count < room - (1 if warned < 0 else 2):
        slot = likeliest(p, slots)
        slots ^= 1 << slot
        entries = entries << 5 | slot
        count += 1
    if warned >= 0:
        entries = entries << 5 | (warned + 16)
        count += 1
    if t.list_dead and count < room - 1:
        slots = 0
        for place in range(held_by(p, seat)):
            mask = p.masks[seat][place] & ~due
            p.likely[place] = 0 if mask & p.useful == 0 else chance(t, mask, ~p.useful, p.ones, p.twos)
            slots |= (p.likely[place] > 0) << place
        while slots and count < room - 1:
            slot = likeliest(p, slots)
            slots ^= 1 << slot
            entries |= (slot + 8) << (5 * count)
            count += 1
    digit = count
    if visible:
        for place in range(count):
            entry = entries >> (5 * place) & 31
            if face_bit(s, seat, entry & 7) & entry_mask(p, seat, entry):
                digit = place
                break
    else:
        digit = total % (count + 1)
    for place in range(min(digit + 1, count)):
        entry = entries >> (5 * place) & 31
        truth = entry_mask(p, seat, entry)
        narrow(s, p, seat, entry & 7, truth if place == digit else ~truth)
    return count + 1, digit


@kernel
def ask_part(r: Any, s: Any, p: Any, seat: int, slot: int, room: int, total: int, visible: Any) -> Any:
    """Which part of its possibilities a card is in: useless kinds share the first, the others are dealt out in turn."""
    mask = p.masks[seat][slot]
    dead = mask & ~p.useful
    first = 1 if dead else 0
    rest = mask & p.useful
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
    narrow(s, p, seat, slot, chosen)
    return parts, digit
