"""What the hat player does: it looks at its teammates' hands and at the public state, never at its own cards."""

from hanabi.bots.hat.clue_classes import allowed, classes
from hanabi.bots.hat.compiled import inline, kernel
from hanabi.bots.hat.decoder import bits_below, decode_no_clue, useless_slots
from hanabi.bots.hat.discards import chop_of_next, discard_value, mean_step, ranked_slot
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.bots.hat.probabilities import chance, held_by, is_one, seat_after, slots_of
from hanabi.bots.hat.public_state import copy_public_state, knows_playable, minus_one
from hanabi.bots.hat.questions import ask, face_bit
from hanabi.kernels.layout import FREE_RANK_CLUE, MAX_HAND, NO_TILE, RESCUE, RESHUFFLE, Rules, State
from hanabi.native.action_ids import (
    announced_play_id,
    clue_count,
    clue_id,
    color_clues,
    discard_id,
    has_announcements,
    play_id,
    rank_clue,
    rescue_id,
    reshuffle_id,
)
from hanabi.native.bits import count_bits, lowest_bit
from hanabi.native.cards import is_on_firework, kind_count, kind_of, kinds_of_suit, suit_of
from hanabi.native.legality import legal_rescues, legal_reshuffles

NO_ACTION = -1


@inline
def needs_clue(s: State, public: PublicState, seat: int) -> bool:
    """Whether a teammate holds a playable card and knows none."""
    if knows_playable(public, seat):
        return False
    hand = 0
    for slot in range(held_by(public, seat)):
        hand |= face_bit(s, seat, slot)
    return hand & public.due[seat] != 0


@kernel
def someone_needs_clue(r: Rules, s: State, public: PublicState, me: int) -> bool:
    for offset in range(1, r.players):
        if needs_clue(s, public, seat_after(r, me, offset)):
            return True
    return False


@inline
def one_knows_none(public: PublicState, seats: int) -> bool:
    """Whether one of these seats knows no playable card."""
    while seats:
        if not knows_playable(public, lowest_bit(seats)):
            return True
        seats &= seats - 1
    return False


@inline
def next_is_in_danger(r: Rules, s: State, tables: HatTables, public: PublicState, me: int) -> bool:
    """Whether the next player is about to discard a critical card."""
    seat = seat_after(r, me, 1)
    slot = chop_of_next(tables, public, seat)
    return (
        slot >= 0
        and face_bit(s, seat, slot) & public.critical != 0
        and public.masks[seat][slot] & ~public.critical != 0
    )


@kernel
def clue_action(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> int:
    """The clue whose class is the hat sum; of that class the one that narrows most by its literal meaning.

    Fills `scratch` with the public state after the clue.
    """
    me = s.player
    size = classes(r, tables, public, me)
    copy_public_state(r, public, scratch)
    scratch.precomputed = 1
    total = 0
    if size > 1:
        for offset in range(1, r.players):
            total += ask(s, tables, scratch, seat_after(r, me, offset), size, 0, True)
        total %= size
    best = -1
    action = NO_ACTION
    clues = allowed(r, public)
    for offset in range(1, r.players):
        seat = seat_after(r, me, offset)
        if total >= public.offered[seat] and size > 0:
            total -= public.offered[seat]
            continue
        matching = clues_in_class(r, s, public, seat, clues, total) if size > 0 else clues
        while matching:
            clue = lowest_bit(matching)
            matching &= matching - 1
            touched = touched_by(r, s, seat, clue)
            if touched == 0 and not r.empty_clues:
                continue
            worth = 1 + literal_worth(scratch, seat, r.touch[clue], touched)
            if worth > best:
                best = worth
                action = clue_id(r, offset, clue)
        if size > 0:
            break
    if action == NO_ACTION:
        return any_clue(r, s, clues)
    return action


@kernel
def any_clue(r: Rules, s: State, clues: int) -> int:
    """The first legal clue: somebody broke the code, so that no clue has the class of the hat sum."""
    for offset in range(1, r.players):
        seat = seat_after(r, s.player, offset)
        for clue in range(clue_count(r)):
            if clues >> clue & 1 and (r.empty_clues or touched_by(r, s, seat, clue)):
                return clue_id(r, offset, clue)
    return NO_ACTION


@inline
def touched_by(r: Rules, s: State, seat: int, clue: int) -> int:
    """The slots a clue points at."""
    touched = 0
    for slot in range(held_by(s, seat)):
        touched |= (r.touch[clue] >> s.faces[s.hands[seat][slot]] & 1) << slot
    return touched


@inline
def clues_in_class(r: Rules, s: State, public: PublicState, seat: int, clues: int, number: int) -> int:
    """Those of the allowed clues that are in class `number` of this seat."""
    index, scheme = public.index[seat], public.scheme[seat]
    if index < 0:
        return clues & 1 << (rank_clue(r, number) if public.pending == FREE_RANK_CLUE else number)
    pointing = r.clues_of[s.faces[s.hands[seat][index]]]
    colors = color_clues(r)
    found = 0
    for kind in range(4):
        if scheme >> (8 * kind) & 255 == number:
            found |= (pointing if kind < 2 else ~pointing) & (colors if kind & 1 else ~colors)
    return clues & found


@inline
def literal_worth(scratch: PublicState, seat: int, touch: int, touched: int) -> int:
    worth = 0
    slots = slots_of(scratch, seat)
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        mask = scratch.masks[seat][slot]
        left = mask & (touch ^ ((touched >> slot & 1) - 1))
        worth += count_bits(mask) - count_bits(left)
        worth += 10 * (is_one(left) & (not is_one(mask)))
        worth += 20 * ((left & ~scratch.due[seat] == 0) & (mask & ~scratch.due[seat] != 0))
        worth += 10 * ((left & scratch.useful == 0) & (mask & scratch.useful != 0))
    return worth


@inline
def play_of(r: Rules, slot: int, mask: int) -> int:
    """A play, announced where announcing brings a token and the suit is certain."""
    suit: int = suit_of(lowest_bit(mask))
    if has_announcements(r) and mask == kinds_of_suit(mask, suit) << kind_of(suit, 0):
        return announced_play_id(r, slot, suit)
    return play_id(r, slot)


@kernel
def reward_choice(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> int:
    if s.pending != RESHUFFLE and s.pending != RESCUE:
        return clue_action(r, s, tables, public, scratch)
    rescues = legal_rescues(r, s)
    best = -1
    action = NO_ACTION
    for kind in range(kind_count(r)):
        bit = 1 << kind
        if rescues & bit:
            worth = 100 - 10 * (r.copies[kind] - s.lost[kind])
            if worth > best:
                best = worth
                action = rescue_id(r, kind)
    if action != NO_ACTION:
        return action
    kinds = legal_reshuffles(r, s)
    for kind in range(kind_count(r)):
        bit = 1 << kind
        if kinds & bit:
            worth = 0
            if not is_on_firework(r, s, kind):
                gone = s.lost[kind] == r.copies[kind]
                worth = 1 + 10 * s.lost[kind] // r.copies[kind] + (20 - r.step[kind] if gone else 0)
            if worth > best:
                best = worth
                action = reshuffle_id(r, kind)
    return action


@kernel
def decide(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> int:
    """The action of the player to act. `scratch` is overwritten: see `PublicState.precomputed`."""
    scratch.precomputed = 0
    if s.pending != NO_TILE:
        return reward_choice(r, s, tables, public, scratch)
    me = s.player
    held = held_by(s, me)
    # What I know of my cards: the public masks with the cards in my teammates' hands counted out.
    ones, twos = public.ones, public.twos
    seen = 0
    can_play = 0  # teammates with a playable card
    for seat in range(r.players):
        if seat != me:
            hand = 0
            for slot in range(held_by(s, seat)):
                face = s.faces[s.hands[seat][slot]]
                hand |= 1 << face
                ones, twos = minus_one(ones, twos, (public.undetermined >> (8 * seat + slot) & 1) << face)
            seen |= hand
            can_play |= (hand & public.due[seat] != 0) << seat
    scratch.ones, scratch.twos = ones, twos
    sure = 0  # slots that are surely playable
    for slot in range(held):
        mask = public.masks[me][slot] & (ones | twos | (public.undetermined >> (8 * me + slot) & 1) - 1)
        if mask == 0:
            mask = public.masks[me][slot]
        scratch.masks[me][slot] = mask
        sure |= (mask & ~public.playable == 0) << slot
    can_clue = s.clue_tokens > 0
    can_discard = s.clue_tokens < r.clue_tokens and held > 0
    matters = sure == 0 or tables.promise_plays
    danger = matters and can_clue and s.turns_left <= 0 and next_is_in_danger(r, s, tables, public, me)
    if sure and not danger:
        return sure_play(r, s, tables, scratch, sure, seen)
    if s.turns_left > 0:
        return last_turn(r, s, tables, public, scratch, can_clue, can_discard)
    # A card that is playable, or else useless, is worth a strike that can be spared.
    if s.strikes + 1 < r.strikes and public.pace >= tables.risky_pace and not (danger and tables.promise_plays):
        best = tables.risky
        action = NO_ACTION
        for slot in range(held):
            mask = scratch.masks[me][slot]
            spared = chance(tables, mask, public.playable | ~public.useful, ones, twos)
            if spared > best and chance(tables, mask, public.playable, ones, twos) >= tables.risky_playable:
                best = spared
                action = play_id(r, slot)
        if action != NO_ACTION:
            return action
    needed = s.clue_tokens >= tables.need_tokens and one_knows_none(public, can_play)
    if can_clue and (danger or not can_discard or needed):
        return clue_action(r, s, tables, public, scratch)
    if not can_discard:
        return likeliest_play(r, s, tables, public, scratch)
    known_useless = useless_slots(public, me)
    useless = 0
    for slot in range(held):
        mask = scratch.masks[me][slot]
        if mask & public.useful == 0:
            useless |= 1 << slot
        elif is_one(mask):
            for other in range(slot):
                if scratch.masks[me][other] == mask:
                    useless |= 1 << slot
    if useless and public.pace >= tables.useless_pace:
        return useless_discard(r, s, tables, public, scratch, known_useless, useless)
    wanted = s.clue_tokens >= tables.clue_plays and can_play != 0
    if can_clue and (wanted or s.clue_tokens > tables.clue_above or public.pace < tables.stall_pace):
        return clue_action(r, s, tables, public, scratch)
    if useless:
        return useless_discard(r, s, tables, public, scratch, known_useless, useless)
    best = -(1 << 60)
    for slot in range(held):
        spare = discard_value(tables, public, scratch.masks[me][slot], ones, twos, seen) - tables.age_weight * slot
        best = max(best, ranked_slot(spare, slot))
    return discard_id(r, 7 - (best & 7))


@inline
def sure_play(r: Rules, s: State, tables: HatTables, scratch: PublicState, sure: int, seen: int) -> int:
    """Of the slots that are surely playable the best."""
    me = s.player
    best = -(1 << 60)
    slots = sure if not is_one(sure) else 0
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        mask = scratch.masks[me][slot]
        worth = -tables.step_first * mean_step(tables, mask, scratch.ones, scratch.twos)
        if is_one(mask) and seen & tables.next_bit[lowest_bit(mask)]:
            worth += 100 * tables.next_first
        best = max(best, ranked_slot(worth, slot))
    slot = 7 - (best & 7) if not is_one(sure) else lowest_bit(sure)
    return play_of(r, slot, scratch.masks[me][slot])


@kernel
def useless_discard(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, known_useless: int, useless: int
) -> int:
    """Discard a useless card; where several are known to be useless, the one whose place encodes the hat sum."""
    me = s.player
    size = bits_below(known_useless, MAX_HAND)
    slot: int = lowest_bit(useless)
    if size < 2:
        return discard_id(r, slot)
    copy_public_state(r, public, scratch)
    scratch.precomputed = 1
    decode_no_clue(r, s, tables, scratch, me, True)
    total = 0
    for offset in range(1, r.players):
        total += ask(s, tables, scratch, seat_after(r, me, offset), size, 0, True)
    total %= size
    while total:
        known_useless &= known_useless - 1
        total -= 1
    slot = lowest_bit(known_useless)
    return discard_id(r, slot)


@kernel
def likeliest_play(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> int:
    me = s.player
    best = -1
    action = NO_ACTION
    for slot in range(held_by(s, me)):
        likely = chance(tables, scratch.masks[me][slot], public.playable, scratch.ones, scratch.twos)
        if likely > best:
            best = likely
            action = play_id(r, slot)
    return action


@kernel
def last_turn(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, can_clue: bool, can_discard: bool
) -> int:
    """In the last round this is the player's last turn, and no sure play is left."""
    me = s.player
    if can_clue and s.turns_left > 1 and someone_needs_clue(r, s, public, me):
        return clue_action(r, s, tables, public, scratch)
    if s.strikes + 1 < r.strikes:
        best = tables.desperate
        action = NO_ACTION
        for slot in range(held_by(s, me)):
            likely = chance(tables, scratch.masks[me][slot], public.playable, scratch.ones, scratch.twos)
            if likely > best:
                best = likely
                action = play_id(r, slot)
        if action != NO_ACTION:
            return action
    if can_clue:
        return clue_action(r, s, tables, public, scratch)
    if can_discard:
        return discard_id(r, 0)
    return likeliest_play(r, s, tables, public, scratch)
