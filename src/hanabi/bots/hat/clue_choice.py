"""The choice of a clue: one of the class that encodes the hat sum."""

from hanabi.kernels import Rules, State
from hanabi.kernels.layout import FREE_RANK_CLUE

from . import action_ids, count_bits, inline, kernel, lowest_bit
from .clue_classes import allowed, classes
from .decoder import clue_opening
from .layout import HatTables, PublicState
from .probabilities import held_by, is_one, seat_after, slots_of
from .public_state import copy_public_state
from .questions import ask

NO_ACTION = -1


@kernel
def clue_action(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> int:
    """The clue of the class that is the hat sum whose literal meaning narrows most; NO_ACTION if there is none.

    Fills `scratch` with the public state after the clue.
    """
    me = s.player
    copy_public_state(r, public, scratch)
    scratch.precomputed = 1
    size, total = clue_sum(r, s, tables, public, scratch)
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
            touched = slots_touched(r, s, seat, clue)
            if touched == 0 and not r.empty_clues:
                continue
            worth = 1 + literal_worth(tables, scratch, seat, r.touch[clue], touched)
            if worth > best:
                best = worth
                action = action_ids.clue_id(r, offset, clue)
        if size > 0:
            break
    if action == NO_ACTION:
        scratch.precomputed = 0
    return action


@kernel
def clue_sum(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> tuple[int, int]:
    """The number of sums that a clue can encode now, and the sum to encode. Narrows `scratch`, a copy of `public`."""
    me = s.player
    size = classes(r, tables, public, me)
    total = 0
    if size > 1:
        opening = clue_opening(tables, public, me)
        for offset in range(1, r.players):
            total += ask(s, tables, scratch, seat_after(r, me, offset), size, 0, True, opening)
        total %= size
    return size, total


@kernel
def any_clue(r: Rules, s: State, clues: int) -> int:
    """The first legal clue, for when one must be given and none has the class of the hat sum."""
    for offset in range(1, r.players):
        seat = seat_after(r, s.player, offset)
        for clue in range(action_ids.clue_count(r)):
            if clues >> clue & 1 and (r.empty_clues or slots_touched(r, s, seat, clue)):
                return action_ids.clue_id(r, offset, clue)
    return NO_ACTION


@inline
def slots_touched(r: Rules, s: State, seat: int, clue: int) -> int:
    """The slots that a clue points at."""
    touched = 0
    for slot in range(held_by(s, seat)):
        touched |= (r.touch[clue] >> s.faces[s.hands[seat][slot]] & 1) << slot
    return touched


@inline
def clues_in_class(r: Rules, s: State, public: PublicState, seat: int, clues: int, number: int) -> int:
    """The allowed clues in class `number` of this seat."""
    index, scheme = public.index[seat], public.scheme[seat]
    if index < 0:
        return clues & 1 << (action_ids.rank_clue(r, number) if public.pending == FREE_RANK_CLUE else number)
    pointing = r.clues_of[s.faces[s.hands[seat][index]]]
    colors = action_ids.color_clues(r)
    in_class = 0
    for column in range(4):
        if scheme >> (8 * column) & 255 == number:
            in_class |= (pointing if column < 2 else ~pointing) & (colors if column & 1 else ~colors)
    return clues & in_class


@inline
def literal_worth(tables: HatTables, scratch: PublicState, seat: int, touch: int, touched: int) -> int:
    worth = 0
    slots = slots_of(scratch, seat)
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        mask = scratch.masks[seat][slot]
        left = mask & (touch ^ ((touched >> slot & 1) - 1))
        worth += count_bits(mask) - count_bits(left)
        worth += tables.worth_known * (is_one(left) & (not is_one(mask)))
        worth += tables.worth_playable * ((left & ~scratch.due[seat] == 0) & (mask & ~scratch.due[seat] != 0))
        worth += tables.worth_useless * ((left & scratch.useful == 0) & (mask & scratch.useful != 0))
        worth += tables.worth_safe * ((left & scratch.critical == 0) & (mask & scratch.critical != 0))
    return worth
