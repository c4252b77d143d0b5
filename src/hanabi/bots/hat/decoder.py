"""Decoding a move into the public state: the hat sum it encodes, what it implies, and its literal meaning."""

from hanabi.bots.hat.clue_classes import class_of, classes
from hanabi.bots.hat.compiled import inline, kernel
from hanabi.bots.hat.discards import chop_of_next
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.bots.hat.probabilities import held_by, seat_after
from hanabi.bots.hat.public_state import add_drawn_cards, knows_playable, narrow, read_suit, refresh, remove_card
from hanabi.bots.hat.questions import ask
from hanabi.kernels.layout import CLUED_COLOR, CLUED_RANK, DISCARDED, MAX_HAND, NO_TILE, PLAYED, Rules, State
from hanabi.native.bits import count_bits
from hanabi.native.cards import suit_of

ALL_HANDS = -1  # a viewer that sees every hand


@kernel
def decode_sum(r: Rules, s: State, tables: HatTables, public: PublicState, size: int, total: int, viewer: int) -> None:
    """Split the sum of the last action among the other seats: what is left of it is the share of the viewer's hand."""
    actor = s.last_player
    rest = total
    for offset in range(1, r.players):
        seat = seat_after(r, actor, offset)
        if seat != viewer:
            rest -= ask(s, tables, public, seat, size, 0, True)
    if viewer != ALL_HANDS and viewer != actor:
        ask(s, tables, public, viewer, size, rest % size, False)


@kernel
def decode_clue(r: Rules, s: State, tables: HatTables, public: PublicState, viewer: int) -> None:
    giver, target = s.last_player, s.last_target
    size = classes(r, tables, public, giver)
    if size > 1:
        total = 0
        if viewer != ALL_HANDS:
            for offset in range(1, r.players):
                seat = seat_after(r, giver, offset)
                if seat == target:
                    total += class_of(r, public, public.index[seat], public.scheme[seat], s.last_clue, s.last_touched)
                    break
                total += public.offered[seat]
        decode_sum(r, s, tables, public, size, total % size, viewer)
    for slot in range(held_by(s, target)):
        narrow(public, target, slot, s.open[target][slot])


@kernel
def observe_precomputed(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> None:
    """As `observe` for a clue or a discard that encodes a sum: its giver has just worked out the masks in `scratch`."""
    actor, target = s.last_player, s.last_target
    for seat in range(r.players):
        if seat != actor:
            for slot in range(held_by(public, seat)):
                public.masks[seat][slot] = scratch.masks[seat][slot]
    public.narrowed = 1
    if s.last_move == DISCARDED:
        remove_card(public, actor, s.last_slot)
        read_suit(r, s, tables, public, suit_of(s.last_kind))
    else:
        for slot in range(held_by(s, target)):
            narrow(public, target, slot, s.open[target][slot])
    add_drawn_cards(r, s, public, actor)
    refresh(r, s, tables, public)


@inline
def useless_slots(public: PublicState, seat: int) -> int:
    """Cards everybody knows to be useless: which of them is discarded encodes a sum."""
    slots = 0
    for slot in range(held_by(public, seat)):
        slots |= (public.masks[seat][slot] & public.useful == 0) << slot
    return slots


@inline
def bits_below(slots: int, slot: int) -> int:
    number: int = count_bits(slots & ((1 << slot) - 1))
    return number


@kernel
def decode_no_clue(r: Rules, s: State, tables: HatTables, public: PublicState, actor: int, discarded: bool) -> None:
    """What a play or a discard implies: with clue tokens left, no clue was urgent."""
    if public.tokens == 0 or public.pending != NO_TILE or public.turns_left > 0:
        return
    if tables.promise_plays if not discarded else tables.promise_saves:
        seat = seat_after(r, actor, 1)
        slot = chop_of_next(tables, public, seat)
        if slot >= 0 and public.masks[seat][slot] & ~public.critical:
            narrow(public, seat, slot, ~public.critical)
    if discarded and public.tokens >= tables.need_tokens:
        for offset in range(1, r.players):
            seat = seat_after(r, actor, offset)
            if not knows_playable(public, seat):
                for slot in range(held_by(public, seat)):
                    mask = public.masks[seat][slot]
                    public.narrowed |= mask & public.due[seat]
                    public.masks[seat][slot] = mask & ~public.due[seat]


@kernel
def observe(r: Rules, s: State, tables: HatTables, public: PublicState, viewer: int) -> None:
    """Decode the last action: `s` is the state after it, `public` before it. The viewer's own hand is not read."""
    actor = s.last_player
    if s.last_move == CLUED_COLOR or s.last_move == CLUED_RANK:
        decode_clue(r, s, tables, public, viewer)
    elif s.last_move == PLAYED or s.last_move == DISCARDED:
        decode_no_clue(r, s, tables, public, actor, s.last_move == DISCARDED)
        if s.last_move == DISCARDED:
            slots = useless_slots(public, actor)
            if slots >> s.last_slot & 1 and slots & (slots - 1):
                size = bits_below(slots, MAX_HAND)
                decode_sum(r, s, tables, public, size, bits_below(slots, s.last_slot), viewer)
        remove_card(public, actor, s.last_slot)
        read_suit(r, s, tables, public, suit_of(s.last_kind))
    else:
        read_suit(r, s, tables, public, suit_of(s.last_kind))
    add_drawn_cards(r, s, public, actor)
    refresh(r, s, tables, public)
