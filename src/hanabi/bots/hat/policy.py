"""The hat player's choice of a move, from its teammates' hands and the public state, never from its own cards."""

from hanabi.kernels import NO_TILE, Rules, State
from hanabi.kernels.layout import RESCUE, RESHUFFLE

from . import action_ids, cards, inline, kernel, legality, lowest_bit
from .alphabet import NOT_LISTED, PLAY, alphabet, entry_at, has_plays, playable_slots
from .clue_choice import NO_ACTION, any_clue, clue_action
from .clue_classes import allowed
from .decoder import choice_opening, decode_no_clue
from .discards import ABOVE_ZERO, chop_of_next, discard_value, mean_step, ranked_slot
from .layout import HatTables, PublicState
from .probabilities import chance_among, held_by, is_one, seat_after
from .public_state import copy_public_state, knows_playable, minus_one
from .questions import ask, face_bit


@kernel
def choose_reward(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> int:
    if s.pending != RESHUFFLE and s.pending != RESCUE:
        action = clue_action(r, s, tables, public, scratch)
        return any_clue(r, s, allowed(r, public)) if action == NO_ACTION else action
    rescues = legality.legal_rescues(r, s)
    best = -1
    action = NO_ACTION
    for kind in range(cards.kind_count(r)):
        bit = 1 << kind
        if rescues & bit:
            worth = 100 - 10 * (r.copies[kind] - s.lost[kind])
            if worth > best:
                best = worth
                action = action_ids.rescue_id(r, kind)
    if action != NO_ACTION:
        return action
    kinds = legality.legal_reshuffles(r, s)
    for kind in range(cards.kind_count(r)):
        bit = 1 << kind
        if kinds & bit:
            worth = 0
            if not cards.is_on_firework(r, s, kind):
                is_lost = s.lost[kind] == r.copies[kind]
                worth = 1 + 10 * s.lost[kind] // r.copies[kind] + (20 - r.step[kind] if is_lost else 0)
            if worth > best:
                best = worth
                action = action_ids.reshuffle_id(r, kind)
    return action


@inline
def needs_clue(s: State, public: PublicState, seat: int) -> bool:
    """Whether a teammate holds a playable card but knows of none."""
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


@inline
def play_of(r: Rules, slot: int, mask: int) -> int:
    """A play, announced if the rules have announcements and the suit is certain."""
    suit: int = cards.suit_of(lowest_bit(mask))
    if action_ids.has_announcements(r) and mask == cards.kinds_of_suit(mask, suit) << cards.kind_of(suit, 0):
        return action_ids.announced_play_id(r, slot, suit)
    return action_ids.play_id(r, slot)


@kernel
def look_at_own_hand(r: Rules, s: State, public: PublicState, scratch: PublicState) -> tuple[int, int]:
    """Compute what the player knows of its cards: the public masks without the cards in its teammates' hands.

    Returns the kinds seen in other hands, and the seats that hold a playable card.
    """
    me = s.player
    ones, twos = public.ones, public.twos
    seen, can_play = 0, 0
    for seat in range(r.players):
        if seat != me:
            hand = 0
            for slot in range(held_by(s, seat)):
                face = s.faces[s.hands[seat][slot]]
                hand |= 1 << face
                ones, twos = minus_one(ones, twos, (public.undetermined >> (8 * seat + slot) & 1) << face)
            seen |= hand
            can_play |= (hand & public.due[seat] != 0) << seat
    scratch.own_ones, scratch.own_twos = ones, twos
    for slot in range(held_by(s, me)):
        mask = public.masks[me][slot] & (ones | twos | (public.undetermined >> (8 * me + slot) & 1) - 1)
        scratch.own[slot] = mask if mask else public.masks[me][slot]
    return seen, can_play


@inline
def own_chance(tables: HatTables, scratch: PublicState, slot: int, part: int) -> int:
    """The probability, to the player, that its card is one of `part`."""
    return chance_among(tables, scratch.own[slot], part, scratch.own_ones, scratch.own_twos)


@kernel
def coded_choice(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, entries: int, count: int
) -> int:
    """The entry of the player's alphabet whose place is the hat sum; fills `scratch` with the public state after it."""
    me = s.player
    copy_public_state(r, public, scratch)
    scratch.precomputed = 1
    among_plays = has_plays(entries, count)
    decode_no_clue(r, s, tables, scratch, me, not among_plays, among_plays)
    opening = choice_opening(tables, public, me, entries, count)
    total = 0
    for offset in range(1, r.players):
        total += ask(s, tables, scratch, seat_after(r, me, offset), count, 0, True, opening)
    return entry_at(entries, total % count)


@kernel
def decide(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> int:
    """The action of the player to act. `scratch` is overwritten: see `PublicState.precomputed`."""
    scratch.precomputed = 0
    if s.pending != NO_TILE:
        return choose_reward(r, s, tables, public, scratch)
    me = s.player
    held = held_by(s, me)
    seen, can_play = look_at_own_hand(r, s, public, scratch)
    sure = 0  # slots that are surely playable
    for slot in range(held):
        sure |= (scratch.own[slot] & ~public.playable == 0) << slot
    can_clue = s.clue_tokens > 0
    can_discard = s.clue_tokens < r.clue_tokens and held > 0
    matters = sure == 0 or tables.promise_plays
    danger = matters and can_clue and s.turns_left <= 0 and next_is_in_danger(r, s, tables, public, me)
    if sure and not danger:
        return play_or_speak(r, s, tables, public, scratch, sure, seen)
    if s.turns_left > 0:
        return last_turn(r, s, tables, public, scratch, can_clue, can_discard)
    # A card that is playable or useless is worth the risk of a strike, unless that loses the game.
    if s.strikes + 1 < r.strikes and public.pace >= tables.risky_pace and not (danger and tables.promise_plays):
        best = tables.risky
        action = NO_ACTION
        for slot in range(held):
            harmless = own_chance(tables, scratch, slot, public.playable | ~public.useful)
            if harmless > best and own_chance(tables, scratch, slot, public.playable) >= tables.risky_playable:
                best = harmless
                action = action_ids.play_id(r, slot)
        if action != NO_ACTION:
            return action
    needed = s.clue_tokens >= tables.need_tokens and one_knows_none(public, can_play)
    if can_clue and (danger or not can_discard or needed):
        action = clue_action(r, s, tables, public, scratch)
        if action != NO_ACTION:
            return action
    if not can_discard:
        return likeliest_own_play(r, s, tables, public, scratch)
    prefers_clue = can_clue and (
        (s.clue_tokens >= tables.clue_plays and can_play != 0)
        or s.clue_tokens > tables.clue_above
        or public.pace < tables.stall_pace
    )
    return discard_or_clue(r, s, tables, public, scratch, seen, prefers_clue)


@kernel
def play_can_wait(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, sure: int, seen: int
) -> bool:
    """Whether a play can wait for the last round, so that a teammate with more than one card to play gets the turns.

    It must be the player's only play, and no teammate may hold the next card.
    """
    me = s.player
    if not is_one(sure):
        return False
    card = scratch.own[lowest_bit(sure)]
    if not is_one(card) or seen & tables.next_bit[lowest_bit(card)]:
        return False
    for slot in range(held_by(s, me)):
        if not sure >> slot & 1 and scratch.own[slot] & ~public.useful == 0:
            return False
    for offset in range(1, r.players):
        seat = seat_after(r, me, offset)
        useful = 0
        for slot in range(held_by(s, seat)):
            useful |= face_bit(s, seat, slot) & public.useful
        if useful and not is_one(useful):
            return True
    return False


@inline
def play_or_speak(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, sure: int, seen: int
) -> int:
    """With a sure play in hand: give an urgent clue, or play, or take the coded entry of the alphabet."""
    me = s.player
    if s.turns_left < 0 and 0 < tables.clue_first <= s.clue_tokens and someone_needs_clue(r, s, public, me):
        action = clue_action(r, s, tables, public, scratch)
        if action != NO_ACTION:
            return action
    late = s.turns_left < 0 and r.cards - s.next_card <= tables.hold_deck
    if late and s.clue_tokens > 0 and play_can_wait(r, s, tables, public, scratch, sure, seen):
        action = clue_action(r, s, tables, public, scratch)
        if action != NO_ACTION:
            return action
    entries, count = 0, 0
    if playable_slots(public, me):
        entries, count = alphabet(r, tables, public, me)
    if count > 1:
        entry = coded_choice(r, s, tables, public, scratch, entries, count)
        if entry >= PLAY:
            return play_of(r, entry - PLAY, scratch.own[entry - PLAY])
        if own_chance(tables, scratch, entry, public.critical) <= tables.safe_chance:
            return action_ids.discard_id(r, entry)
        if s.clue_tokens > 0:
            action = clue_action(r, s, tables, public, scratch)
            if action != NO_ACTION:
                return action
        return action_ids.discard_id(r, entry)
    return best_sure_play(r, s, tables, scratch, sure, seen)


@kernel
def discard_or_clue(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, seen: int, prefers_clue: bool
) -> int:
    """Discard a useless card, else give a clue if preferred, else discard any card; if turns are scarce, clue first.

    A clue is also preferred if every discard is a pity and there are tokens to spare: the more, the sooner.
    """
    me = s.player
    held = held_by(s, me)
    useless = own_useless_slots(public, scratch, held)
    best = best_own_discard(tables, public, scratch, held, seen)
    worth_keeping = ABOVE_ZERO + tables.keep_below + tables.keep_rise * (s.clue_tokens - tables.keep_tokens)
    if useless == 0 and s.clue_tokens >= tables.keep_tokens and best >> 3 < worth_keeping:
        prefers_clue = True
    if prefers_clue and (useless == 0 or public.pace < tables.useless_pace):
        action = clue_action(r, s, tables, public, scratch)
        if action != NO_ACTION:
            return action
        prefers_clue = False
    coded = NOT_LISTED
    entries, count = alphabet(r, tables, public, me)
    if count > 1 and not has_plays(entries, count):
        coded = coded_choice(r, s, tables, public, scratch, entries, count)
        # Any other card of the alphabet would say something false.
        for place in range(count):
            if entry_at(entries, place) != coded:
                useless &= ~(1 << entry_at(entries, place))
    if coded != NOT_LISTED and useless >> coded & 1:
        return action_ids.discard_id(r, coded)
    if useless:
        scratch.precomputed = 0
        return action_ids.discard_id(r, lowest_bit(useless))
    risk = own_chance(tables, scratch, coded, public.critical) if coded != NOT_LISTED else 0
    if prefers_clue or (risk > tables.safe_chance and s.clue_tokens > 0):
        action = clue_action(r, s, tables, public, scratch)
        if action != NO_ACTION:
            return action
    if coded != NOT_LISTED:
        return action_ids.discard_id(r, coded)
    return action_ids.discard_id(r, 7 - (best & 7))


@inline
def best_own_discard(tables: HatTables, public: PublicState, scratch: PublicState, held: int, seen: int) -> int:
    """The ranked slot that the player would discard by its own knowledge."""
    best = -(1 << 60)
    for slot in range(held):
        spare = discard_value(tables, public, scratch.own[slot], scratch.own_ones, scratch.own_twos, seen)
        best = max(best, ranked_slot(spare - tables.age_weight * slot, slot))
    return best


@inline
def own_useless_slots(public: PublicState, scratch: PublicState, held: int) -> int:
    """Cards that the player knows to be useless, or to be duplicates in its own hand."""
    useless = 0
    for slot in range(held):
        mask = scratch.own[slot]
        if mask & public.useful == 0:
            useless |= 1 << slot
        elif is_one(mask):
            for other in range(slot):
                if scratch.own[other] == mask:
                    useless |= 1 << slot
    return useless


@inline
def best_sure_play(r: Rules, s: State, tables: HatTables, scratch: PublicState, sure: int, seen: int) -> int:
    """Play the best of the slots that are surely playable."""
    best = -(1 << 60)
    slots = sure if not is_one(sure) else 0
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        mask = scratch.own[slot]
        worth = -tables.step_first * mean_step(tables, mask, scratch.own_ones, scratch.own_twos)
        if is_one(mask) and seen & tables.next_bit[lowest_bit(mask)]:
            worth += 100 * tables.next_first
        if is_one(mask) and seen & mask:
            worth -= 100 * tables.shared_last
        best = max(best, ranked_slot(worth, slot))
    slot = 7 - (best & 7) if not is_one(sure) else lowest_bit(sure)
    return play_of(r, slot, scratch.own[slot])


@kernel
def likeliest_own_play(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> int:
    me = s.player
    best = -1
    action = NO_ACTION
    for slot in range(held_by(s, me)):
        likely = own_chance(tables, scratch, slot, public.playable)
        if likely > best:
            best = likely
            action = action_ids.play_id(r, slot)
    return action


@kernel
def last_turn(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, can_clue: bool, can_discard: bool
) -> int:
    """Choose in the last round, the player's last turn, without a sure play."""
    me = s.player
    if can_clue and s.turns_left > 1 and someone_needs_clue(r, s, public, me):
        action = clue_action(r, s, tables, public, scratch)
        if action != NO_ACTION:
            return action
    if s.strikes + 1 < r.strikes:
        best = tables.desperate
        action = NO_ACTION
        for slot in range(held_by(s, me)):
            likely = own_chance(tables, scratch, slot, public.playable)
            if likely > best:
                best = likely
                action = action_ids.play_id(r, slot)
        if action != NO_ACTION:
            return action
    if can_clue:
        action = clue_action(r, s, tables, public, scratch)
        if action != NO_ACTION:
            return action
    if can_discard:
        return action_ids.discard_id(r, 0)
    return likeliest_own_play(r, s, tables, public, scratch)
