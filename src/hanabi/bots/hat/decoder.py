"""Decoding a move into the public state: its hat sum, its implications and its literal meaning."""

from hanabi.kernels import NO_TILE, Rules, State
from hanabi.kernels.layout import CLUED_COLOR, CLUED_RANK, DISCARDED, PLAYED

from . import cards, inline, kernel
from .alphabet import PLAY, alphabet, entry_at, has_plays, place_in
from .clue_classes import class_of, classes
from .discards import chop_of_next
from .layout import HatTables, PublicState
from .probabilities import held_by, seat_after
from .public_state import add_drawn_cards, knows_playable, narrow, read_suit, refresh, remove_card
from .questions import USUAL, ask

ALL_HANDS = -1  # a viewer that sees every hand


@kernel
def decode_sum(
    r: Rules, s: State, tables: HatTables, public: PublicState, size: int, total: int, viewer: int, opening: int
) -> None:
    """Decode the sum of the last action: without the shares of the other seats it is the share of the viewer's hand."""
    actor = s.last_player
    rest = total
    for offset in range(1, r.players):
        seat = seat_after(r, actor, offset)
        if seat != viewer:
            rest -= ask(s, tables, public, seat, size, 0, True, opening)
    if viewer != ALL_HANDS and viewer != actor:
        ask(s, tables, public, viewer, size, rest % size, False, opening)


@inline
def clue_opening(tables: HatTables, public: PublicState, giver: int) -> int:
    """The first question of a clue, which differs if its giver could have played."""
    return tables.clue_opening if knows_playable(public, giver) else USUAL


@inline
def choice_opening(tables: HatTables, public: PublicState, actor: int, entries: int, count: int) -> int:
    """The first question of a choice from an alphabet."""
    if has_plays(entries, count):
        return tables.play_opening
    rare = entry_at(entries, 0)
    return tables.near_opening if public.masks[actor][rare] & public.useful else tables.useless_opening


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
        decode_sum(r, s, tables, public, size, total % size, viewer, clue_opening(tables, public, giver))
    for slot in range(held_by(s, target)):
        narrow(public, target, slot, s.possible[target][slot])


@kernel
def observe_precomputed(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> None:
    """Like `observe`, for a move that encodes a sum: its player has just computed the masks in `scratch`."""
    actor, target = s.last_player, s.last_target
    for seat in range(r.players):
        if seat != actor:
            for slot in range(held_by(public, seat)):
                public.masks[seat][slot] = scratch.masks[seat][slot]
    public.narrowed = 1
    if s.last_move == PLAYED or s.last_move == DISCARDED:
        remove_card(public, actor, s.last_slot)
        read_suit(r, s, tables, public, cards.suit_of(s.last_kind))
    else:
        for slot in range(held_by(s, target)):
            narrow(public, target, slot, s.possible[target][slot])
    add_drawn_cards(r, s, public, actor)
    refresh(r, s, tables, public)


@kernel
def decode_no_clue(
    r: Rules, s: State, tables: HatTables, public: PublicState, actor: int, discarded: bool, expected: bool
) -> None:
    """Draw the conclusion from a play or a discard despite clue tokens: no clue was urgent.

    A discard in an alphabet with plays counts as a play. `expected`: it was a play that everybody expected.
    """
    if public.tokens == 0 or public.pending != NO_TILE or public.turns_left > 0:
        return
    if tables.promise_plays if not discarded else tables.promise_saves:
        seat = seat_after(r, actor, 1)
        slot = chop_of_next(tables, public, seat)
        if slot >= 0 and public.masks[seat][slot] & ~public.critical:
            narrow(public, seat, slot, ~public.critical)
    if (discarded and public.tokens >= tables.need_tokens) or (expected and public.tokens >= tables.clue_first):
        for offset in range(1, r.players):
            seat = seat_after(r, actor, offset)
            if not knows_playable(public, seat):
                for slot in range(held_by(public, seat)):
                    narrow(public, seat, slot, ~public.due[seat])


@kernel
def decode_choice(r: Rules, s: State, tables: HatTables, public: PublicState, viewer: int) -> None:
    """Decode a play or a discard: its implications, and its sum if it is in the player's alphabet."""
    actor = s.last_player
    played = s.last_move == PLAYED
    entries, count = alphabet(r, tables, public, actor)
    place = place_in(entries, count, s.last_slot + PLAY if played else s.last_slot)
    among_plays = place >= 0 and has_plays(entries, count)
    expected = among_plays or (played and public.masks[actor][s.last_slot] & ~public.playable == 0)
    decode_no_clue(r, s, tables, public, actor, not played and not among_plays, expected)
    if place >= 0 and count > 1:
        opening = choice_opening(tables, public, actor, entries, count)
        decode_sum(r, s, tables, public, count, place, viewer, opening)


@kernel
def observe(r: Rules, s: State, tables: HatTables, public: PublicState, viewer: int) -> None:
    """Decode the last action: `s` is the state after it, `public` before it. The viewer's own hand is not read."""
    actor = s.last_player
    if s.last_move == CLUED_COLOR or s.last_move == CLUED_RANK:
        decode_clue(r, s, tables, public, viewer)
    elif s.last_move == PLAYED or s.last_move == DISCARDED:
        decode_choice(r, s, tables, public, viewer)
        remove_card(public, actor, s.last_slot)
        read_suit(r, s, tables, public, cards.suit_of(s.last_kind))
    else:
        read_suit(r, s, tables, public, cards.suit_of(s.last_kind))
    add_drawn_cards(r, s, public, actor)
    refresh(r, s, tables, public)
