"""Updating the public state from the table, and from counting copies."""

from hanabi.kernels import Rules, State

from . import action_ids, cards, count_bits, inline, kernel, knowledge, lowest_bit
from .layout import UNKNOWN, HatTables, PublicState
from .probabilities import held_by, is_one, seat_after


@inline
def minus_one(ones: int, twos: int, kind_bit: int) -> tuple[int, int]:
    """The planes with one copy of this kind less, if there is any. (A branch would be mispredicted.)"""
    removed = kind_bit & (ones | twos)
    return ones ^ removed, twos ^ (removed & ~ones)


@inline
def read_suit(r: Rules, s: State, tables: HatTables, public: PublicState, suit: int) -> None:
    """Update the playable, useful and critical kinds of a suit, and its copies that are not on the table."""
    ones, twos, playable, useful, critical = 0, 0, 0, 0, 0
    built = s.fireworks[suit]
    reachable = 1
    for step in range(r.ranks):
        kind = tables.by_step[cards.kind_of(suit, step)]
        missing = 1 if step >= built else 0
        left = r.copies[kind] - s.lost[kind] - 1 + missing
        reachable &= 1 - missing | (1 if left != 0 else 0)
        useful |= (reachable & missing) << kind
        critical |= (reachable & missing & (1 if left == 1 else 0)) << kind
        playable |= (reachable & (1 if step == built else 0)) << kind
        ones |= (left & 1) << kind
        twos |= (left >> 1 & 1) << kind
    others = ~tables.suit_kinds[suit]
    public.base_ones = public.base_ones & others | ones
    public.base_twos = public.base_twos & others | twos
    public.playable = public.playable & others | playable
    public.useful = public.useful & others | useful
    public.critical = public.critical & others | critical


@kernel
def read_table(r: Rules, s: State, tables: HatTables, public: PublicState) -> None:
    for suit in range(r.suits):
        read_suit(r, s, tables, public, suit)


@inline
def read_counters(r: Rules, s: State, public: PublicState) -> None:
    missing = count_bits(public.useful)
    public.tokens = s.clue_tokens
    public.pending = s.pending
    public.turns_left = s.turns_left
    if s.turns_left >= 0:
        public.pace = s.turns_left - missing
    elif r.last_round > 0:
        public.pace = r.cards - s.next_card + r.players - missing
    else:
        public.pace = 99


@kernel
def reset_known(r: Rules, public: PublicState) -> None:
    """Forget which cards are determined; `count_copies` finds them again."""
    public.known_ones, public.known_twos, public.undetermined = 0, 0, 0
    for seat in range(r.players):
        public.known[seat] = 0
        public.undetermined |= ((1 << public.hand_sizes[seat]) - 1) << (8 * seat)
    public.narrowed = 1
    public.overcounted = 0


@inline
def determine(public: PublicState, seat: int, place: int, mask: int) -> None:
    """Count a card whose kind is known."""
    public.undetermined ^= 1 << place
    public.known[seat] |= mask
    public.overcounted |= mask & public.known_ones & public.known_twos
    mask &= ~(public.known_ones & public.known_twos)
    public.known_twos ^= mask & public.known_ones
    public.known_ones ^= mask


@inline
def minus_known(public: PublicState) -> tuple[int, int]:
    """The planes without the determined cards; a kind with too many of them has no copies left."""
    ones, twos = public.base_ones, public.base_twos
    known_ones, known_twos = public.known_ones, public.known_twos
    short = known_ones & ~ones
    lacking = known_twos & ~twos | ~(known_twos ^ twos) & short
    return (ones ^ known_ones) & ~lacking, (twos ^ known_twos ^ short) & ~lacking


@kernel
def count_copies(r: Rules, s: State, public: PublicState) -> None:
    """Exclude kinds without copies from all masks: each determined card uses up one copy of its kind."""
    if public.overcounted:
        reset_known(r, public)
    if public.narrowed:
        public.narrowed = 0
        public.undetermined_kinds = 0
        places = public.undetermined
        while places:
            place = lowest_bit(places)
            places &= places - 1
            seat = place >> 3
            mask = public.masks[seat][place & 7]
            if is_one(mask):
                determine(public, seat, place, mask)
            else:
                public.undetermined_kinds |= mask
    ones, twos = minus_known(public)
    again = public.undetermined_kinds & ~(ones | twos) != 0
    if again:
        reopened = 0
        while again:
            again = False
            left = ones | twos
            places = public.undetermined
            while places:
                place = lowest_bit(places)
                places &= places - 1
                seat, slot = place >> 3, place & 7
                mask = public.masks[seat][slot]
                if mask & ~left == 0:
                    continue
                mask &= left
                if mask == 0:
                    public.contradictions += 1
                    mask = s.possible[seat][slot]
                    reopened |= mask
                public.masks[seat][slot] = mask
                if is_one(mask):
                    determine(public, seat, place, mask)
                    ones, twos = minus_one(ones, twos, mask)
                    left = ones | twos
                    again = True
        public.undetermined_kinds = ones | twos | reopened
    public.ones, public.twos = ones, twos


@kernel
def look_ahead(r: Rules, tables: HatTables, public: PublicState, player: int) -> None:
    """Compute `due`: from the player to act on, everybody plays the lowest card that they are known to know exactly."""
    due = public.playable
    for offset in range(r.players):
        seat = seat_after(r, player, offset)
        public.due[seat] = due
        ready = public.known[seat] & due
        if offset == 0 or not tables.project or ready == 0:
            continue
        first = lowest_bit(ready)
        if not is_one(ready):
            first = -1
            for slot in range(held_by(public, seat)):
                mask = public.masks[seat][slot]
                if is_one(mask) and mask & due:
                    kind = lowest_bit(mask)
                    if first < 0 or r.step[kind] < r.step[first]:
                        first = kind
        due = due & ~(1 << first) | tables.next_bit[first] & public.useful


@kernel
def refresh(r: Rules, s: State, tables: HatTables, public: PublicState) -> None:
    if action_ids.has_reward_choices(r):
        public.useful, public.critical = knowledge.useful_kinds(r, s), knowledge.critical_kinds(r, s)
    read_counters(r, s, public)
    count_copies(r, s, public)
    look_ahead(r, tables, public, s.player)
    public.chop = UNKNOWN
    public.classes = UNKNOWN


@kernel
def begin(r: Rules, s: State, tables: HatTables, public: PublicState) -> None:
    """The public state of a game just dealt."""
    public.contradictions = 0
    for seat in range(r.players):
        public.hand_sizes[seat] = s.hand_sizes[seat]
        for slot in range(held_by(s, seat)):
            public.masks[seat][slot] = r.all_kinds
    reset_known(r, public)
    read_table(r, s, tables, public)
    refresh(r, s, tables, public)


@inline
def narrow(public: PublicState, seat: int, slot: int, mask: int) -> None:
    """Narrow a card to `mask`; a contradiction is counted and changes nothing."""
    left = public.masks[seat][slot] & mask
    if left == 0:
        public.contradictions += 1
    else:
        public.narrowed |= public.masks[seat][slot] ^ left
        public.masks[seat][slot] = left


@inline
def remove_card(public: PublicState, seat: int, slot: int) -> None:
    row = public.undetermined >> (8 * seat) & 255
    kind_bit = public.masks[seat][slot] & ((row >> slot & 1) - 1)  # of a determined card; otherwise 0
    public.known_twos ^= kind_bit & ~public.known_ones
    public.known_ones ^= kind_bit
    rest = row & ((1 << slot) - 1) | row >> (slot + 1) << slot
    public.undetermined ^= (row ^ rest) << (8 * seat)
    public.hand_sizes[seat] -= 1
    for place in range(slot, public.hand_sizes[seat]):
        public.masks[seat][place] = public.masks[seat][place + 1]
    known = 0
    determined = ~rest & ((1 << public.hand_sizes[seat]) - 1)
    while determined:
        known |= public.masks[seat][lowest_bit(determined)]
        determined &= determined - 1
    public.known[seat] = known


@inline
def add_drawn_cards(r: Rules, s: State, public: PublicState, seat: int) -> None:
    """Add new cards, which may be anything."""
    while public.hand_sizes[seat] < s.hand_sizes[seat]:
        public.masks[seat][public.hand_sizes[seat]] = r.all_kinds
        public.undetermined |= 1 << (8 * seat + public.hand_sizes[seat])
        public.undetermined_kinds = r.all_kinds
        public.hand_sizes[seat] += 1


@inline
def knows_playable(public: PublicState, seat: int) -> bool:
    """Whether everybody knows that this seat will know a playable card on its turn."""
    for slot in range(held_by(public, seat)):
        if public.masks[seat][slot] & ~public.due[seat] == 0:
            return True
    return False


@kernel
def false_masks(r: Rules, s: State, public: PublicState) -> int:
    """The number of cards whose masks are false because somebody broke the code. `s` shows all hands."""
    count = 0
    for seat in range(r.players):
        for slot in range(held_by(s, seat)):
            count += 1 - (public.masks[seat][slot] >> s.faces[s.hands[seat][slot]] & 1)
    return count


@inline
def copy_public_state(r: Rules, public: PublicState, scratch: PublicState) -> None:
    for seat in range(r.players):
        scratch.hand_sizes[seat] = public.hand_sizes[seat]
        scratch.due[seat] = public.due[seat]
        for slot in range(held_by(public, seat)):
            scratch.masks[seat][slot] = public.masks[seat][slot]
    scratch.ones, scratch.twos = public.ones, public.twos
    scratch.playable, scratch.useful, scratch.critical = public.playable, public.useful, public.critical
    scratch.chop = public.chop
    scratch.tokens, scratch.pending, scratch.pace = public.tokens, public.pending, public.pace
    scratch.turns_left, scratch.contradictions = public.turns_left, public.contradictions
