"""What the hat player does: it looks at its teammates' hands and at the public state, never at its own cards."""

from typing import Any

from hanabi.bots.hat.clue_classes import allowed, classes
from hanabi.bots.hat.compiled import inline, kernel
from hanabi.bots.hat.decoder import bits_below, hear_promises, useless_slots
from hanabi.bots.hat.discards import chop_of_next, first_of_best, mean_step, spareness
from hanabi.bots.hat.probabilities import chance, held_by, is_one, seat_after, slots_of
from hanabi.bots.hat.public_state import copy_public, knows_playable, less_one
from hanabi.bots.hat.questions import ask, face_bit
from hanabi.kernels.layout import FREE_RANK_CLUE, MAX_HAND, NO_TILE, RESCUE, RESHUFFLE
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
def needs_clue(r: Any, s: Any, p: Any, seat: int) -> Any:
    """Whether a teammate holds a playable card and knows none."""
    if knows_playable(p, seat):
        return False
    hand = 0
    for slot in range(held_by(p, seat)):
        hand |= face_bit(s, seat, slot)
    return hand & p.due[seat] != 0


@kernel
def someone_needs_clue(r: Any, s: Any, p: Any, me: int) -> Any:
    for offset in range(1, r.players):
        if needs_clue(r, s, p, seat_after(r, me, offset)):
            return True
    return False


@inline
def one_knows_none(p: Any, seats: int) -> Any:
    """Whether one of these seats knows no playable card."""
    while seats:
        if not knows_playable(p, lowest_bit(seats)):
            return True
        seats &= seats - 1
    return False


@inline
def next_is_in_danger(r: Any, s: Any, t: Any, p: Any, me: int) -> Any:
    """Whether the next player is about to discard a critical card."""
    seat = seat_after(r, me, 1)
    slot = chop_of_next(r, t, p, seat)
    return slot >= 0 and face_bit(s, seat, slot) & p.critical != 0 and p.masks[seat][slot] & ~p.critical != 0


@kernel
def clue_action(r: Any, s: Any, t: Any, p: Any, q: Any) -> Any:
    """The clue that tells the hat sum; among those of its class the one that says most by itself. `q` is scratch."""
    me = s.player
    size = classes(r, t, p, me)
    copy_public(r, p, q)
    q.worked_out = 1
    total = 0
    if size > 1:
        for offset in range(1, r.players):
            total += ask(r, s, t, q, seat_after(r, me, offset), size, 0, True)
        total %= size
    best = -1
    action = NO_ACTION
    clues = allowed(r, p)
    for offset in range(1, r.players):
        seat = seat_after(r, me, offset)
        if total >= p.offered[seat] and size > 0:
            total -= p.offered[seat]
            continue
        telling = clues_telling(r, s, p, seat, clues, total) if size > 0 else clues
        while telling:
            clue = lowest_bit(telling)
            telling &= telling - 1
            touched = touched_by(r, s, seat, clue)
            if touched == 0 and not r.empty_clues:
                continue
            told = 1 + literal_worth(r, q, seat, r.touch[clue], touched)
            if told > best:
                best = told
                action = clue_id(r, offset, clue)
        if size > 0:
            break
    if action == NO_ACTION:
        return any_clue(r, s, clues)
    return action


@kernel
def any_clue(r: Any, s: Any, clues: int) -> Any:
    """Somebody does not keep the code, so no clue tells the sum: the first that may be given."""
    for offset in range(1, r.players):
        seat = seat_after(r, s.player, offset)
        for clue in range(clue_count(r)):
            if clues >> clue & 1 and (r.empty_clues or touched_by(r, s, seat, clue)):
                return clue_id(r, offset, clue)
    return NO_ACTION


@inline
def touched_by(r: Any, s: Any, seat: int, clue: int) -> Any:
    """The slots a clue points at."""
    touched = 0
    for slot in range(held_by(s, seat)):
        touched |= (r.touch[clue] >> s.faces[s.hands[seat][slot]] & 1) << slot
    return touched


@inline
def clues_telling(r: Any, s: Any, p: Any, seat: int, clues: int, number: int) -> Any:
    """Those of the allowed clues that are in class `number` of this seat."""
    index, scheme = p.index[seat], p.scheme[seat]
    if index < 0:
        return clues & 1 << (rank_clue(r, number) if p.pending == FREE_RANK_CLUE else number)
    pointing = r.clues_of[s.faces[s.hands[seat][index]]]
    colors = color_clues(r)
    found = 0
    for kind in range(4):
        if scheme >> (8 * kind) & 255 == number:
            found |= (pointing if kind < 2 else ~pointing) & (colors if kind & 1 else ~colors)
    return clues & found


@inline
def literal_worth(r: Any, q: Any, seat: int, touch: int, touched: int) -> Any:
    worth = 0
    slots = slots_of(q, seat)
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        mask = q.masks[seat][slot]
        left = mask & (touch ^ ((touched >> slot & 1) - 1))
        worth += count_bits(mask) - count_bits(left)
        worth += 10 * (is_one(left) & (not is_one(mask)))
        worth += 20 * ((left & ~q.due[seat] == 0) & (mask & ~q.due[seat] != 0))
        worth += 10 * ((left & q.useful == 0) & (mask & q.useful != 0))
    return worth


@inline
def play_of(r: Any, s: Any, slot: int, mask: int) -> Any:
    """A play, announced where announcing brings a token and the suit is certain."""
    suit = suit_of(lowest_bit(mask))
    if has_announcements(r) and mask == kinds_of_suit(mask, suit) << kind_of(suit, 0):
        return announced_play_id(r, slot, suit)
    return play_id(r, slot)


@kernel
def reward_choice(r: Any, s: Any, t: Any, p: Any, q: Any) -> Any:
    if s.pending != RESHUFFLE and s.pending != RESCUE:
        return clue_action(r, s, t, p, q)
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
def decide(r: Any, s: Any, t: Any, p: Any, q: Any) -> Any:
    """The action of the player to act. `q` is a scratch record of the same make as `p`."""
    q.worked_out = 0
    if s.pending != NO_TILE:
        return reward_choice(r, s, t, p, q)
    me = s.player
    held = held_by(s, me)
    # What I know of my cards: the public masks with the cards in my teammates' hands counted out.
    ones, twos = p.ones, p.twos
    seen = 0
    can_play = 0  # teammates with a playable card
    for seat in range(r.players):
        if seat != me:
            hand = 0
            for slot in range(held_by(s, seat)):
                face = s.faces[s.hands[seat][slot]]
                hand |= 1 << face
                ones, twos = less_one(ones, twos, (p.unclear >> (8 * seat + slot) & 1) << face)
            seen |= hand
            can_play |= (hand & p.due[seat] != 0) << seat
    q.ones, q.twos = ones, twos
    sure = 0  # slots that are surely playable
    for slot in range(held):
        mask = p.masks[me][slot] & (ones | twos | (p.unclear >> (8 * me + slot) & 1) - 1)
        if mask == 0:
            mask = p.masks[me][slot]
        q.masks[me][slot] = mask
        sure |= (mask & ~p.playable == 0) << slot
    can_clue = s.clue_tokens > 0
    can_discard = s.clue_tokens < r.clue_tokens and held > 0
    matters = sure == 0 or t.promise_plays
    danger = matters and can_clue and s.turns_left <= 0 and next_is_in_danger(r, s, t, p, me)
    if sure and not danger:
        return sure_play(r, s, t, q, me, sure, seen)
    if s.turns_left > 0:
        return last_turn(r, s, t, p, q, me, held, can_clue, can_discard)
    # A card that is playable, or else useless, is worth a strike that can be spared.
    if s.strikes + 1 < r.strikes and p.pace >= t.risky_pace and not (danger and t.promise_plays):
        best = t.risky
        action = NO_ACTION
        for slot in range(held):
            mask = q.masks[me][slot]
            spared = chance(t, mask, p.playable | ~p.useful, ones, twos)
            if spared > best and chance(t, mask, p.playable, ones, twos) >= t.risky_playable:
                best = spared
                action = play_id(r, slot)
        if action != NO_ACTION:
            return action
    needed = s.clue_tokens >= t.need_tokens and one_knows_none(p, can_play)
    if can_clue and (danger or not can_discard or needed):
        return clue_action(r, s, t, p, q)
    if not can_discard:
        return likeliest_play(r, s, t, p, q, me, held)
    public = useless_slots(p, me)
    useless = 0
    for slot in range(held):
        mask = q.masks[me][slot]
        if mask & p.useful == 0:
            useless |= 1 << slot
        elif is_one(mask):
            for other in range(slot):
                if q.masks[me][other] == mask:
                    useless |= 1 << slot
    if useless and p.pace >= t.useless_pace:
        return useless_discard(r, s, t, p, q, me, public, useless)
    wanted = s.clue_tokens >= t.clue_plays and can_play != 0
    if can_clue and (wanted or s.clue_tokens > t.clue_above or p.pace < t.stall_pace):
        return clue_action(r, s, t, p, q)
    if useless:
        return useless_discard(r, s, t, p, q, me, public, useless)
    best = -(1 << 60)
    for slot in range(held):
        spare = spareness(t, p, q.masks[me][slot], ones, twos, seen) - t.age_weight * slot
        best = max(best, first_of_best(spare, slot))
    return discard_id(r, 7 - (best & 7))


@inline
def sure_play(r: Any, s: Any, t: Any, q: Any, me: int, sure: int, seen: int) -> Any:
    """Of the slots that are surely playable the best."""
    best = -(1 << 60)
    slots = sure if not is_one(sure) else 0
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        mask = q.masks[me][slot]
        worth = -t.step_first * mean_step(t, mask, q.ones, q.twos)
        if is_one(mask) and seen & t.next_bit[lowest_bit(mask)]:
            worth += 100 * t.next_first
        best = max(best, first_of_best(worth, slot))
    slot = 7 - (best & 7) if not is_one(sure) else lowest_bit(sure)
    return play_of(r, s, slot, q.masks[me][slot])


@kernel
def useless_discard(r: Any, s: Any, t: Any, p: Any, q: Any, me: int, public: int, useless: int) -> Any:
    """Throw a useless card; with several that everybody knows of, the one that tells the hat sum."""
    size = bits_below(public, MAX_HAND)
    if size < 2:
        return discard_id(r, lowest_bit(useless))
    copy_public(r, p, q)
    q.worked_out = 1
    hear_promises(r, s, t, q, me, True)
    total = 0
    for offset in range(1, r.players):
        total += ask(r, s, t, q, seat_after(r, me, offset), size, 0, True)
    total %= size
    while total:
        public &= public - 1
        total -= 1
    return discard_id(r, lowest_bit(public))


@kernel
def likeliest_play(r: Any, s: Any, t: Any, p: Any, q: Any, me: int, held: int) -> Any:
    best = -1
    action = NO_ACTION
    for slot in range(held):
        likely = chance(t, q.masks[me][slot], p.playable, q.ones, q.twos)
        if likely > best:
            best = likely
            action = play_id(r, slot)
    return action


@kernel
def last_turn(r: Any, s: Any, t: Any, p: Any, q: Any, me: int, held: int, can_clue: Any, can_discard: Any) -> Any:
    """In the last round this is the player's last turn, and no sure play is left."""
    if can_clue and s.turns_left > 1 and someone_needs_clue(r, s, p, me):
        return clue_action(r, s, t, p, q)
    if s.strikes + 1 < r.strikes:
        best = t.desperate
        action = NO_ACTION
        for slot in range(held):
            likely = chance(t, q.masks[me][slot], p.playable, q.ones, q.twos)
            if likely > best:
                best = likely
                action = play_id(r, slot)
        if action != NO_ACTION:
            return action
    if can_clue:
        return clue_action(r, s, t, p, q)
    if can_discard:
        return discard_id(r, 0)
    return likeliest_play(r, s, t, p, q, me, held)
