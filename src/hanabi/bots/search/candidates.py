"""Moves whose decoded meaning is true: none of them misleads a teammate."""

from hanabi.bots.hat.clue_classes import allowed, classes
from hanabi.bots.hat.decoder import bits_below, useless_slots
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.bots.hat.policy import (
    clues_in_class,
    decide,
    next_is_in_danger,
    play_of,
    someone_needs_clue,
    touched_by,
    useless_discard,
)
from hanabi.bots.hat.probabilities import seat_after
from hanabi.bots.hat.public_state import copy_public_state
from hanabi.bots.hat.questions import ask
from hanabi.bots.search.compiled import kernel
from hanabi.bots.search.workspace import MAX_MOVES
from hanabi.kernels.layout import MAX_HAND, NO_TILE, Rules, State
from hanabi.native.action_ids import RESHUFFLES, clue_id, discard_id, first_of_group, is_clue
from hanabi.native.arrays import Numbers
from hanabi.native.bits import lowest_bit
from hanabi.native.legality import is_legal


@kernel
def add(moves: Numbers, count: int, action: int) -> int:
    for place in range(count):
        if moves[place] == action:
            return count
    if count < MAX_MOVES:
        moves[count] = action
        count += 1
    return count


@kernel
def candidate_moves(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, moves: Numbers
) -> int:
    """The hat player's own move first, then every other move that keeps the code. Returns how many."""
    moves[0] = decide(r, s, tables, public, scratch)
    count = 1
    if s.pending != NO_TILE:
        for action in range(first_of_group(r, RESHUFFLES), r.actions):
            if is_legal(r, s, action):
                count = add(moves, count, action)
        if is_clue(r, moves[0]):
            count = add_clues(r, s, tables, public, scratch, moves, count)
        return count
    me = s.player
    can_clue = s.clue_tokens > 0 and s.turns_left <= 0
    danger = can_clue and next_is_in_danger(r, s, tables, public, me)
    if s.clue_tokens > 0:
        count = add_clues(r, s, tables, public, scratch, moves, count)
    if not (danger and tables.promise_plays):
        for slot in range(s.held[me]):
            if public.masks[me][slot] & public.playable:
                count = add(moves, count, play_of(r, slot, public.masks[me][slot]))
    needed = can_clue and s.clue_tokens >= tables.need_tokens and someone_needs_clue(r, s, public, me)
    if s.clue_tokens < r.clue_tokens and not needed and not (danger and tables.promise_saves):
        known_useless = useless_slots(public, me)
        coded = -1
        if bits_below(known_useless, MAX_HAND) > 1:
            coded = useless_discard(r, s, tables, public, scratch, known_useless, known_useless)
        for slot in range(s.held[me]):
            action = discard_id(r, slot)
            if coded < 0 or not known_useless >> slot & 1 or action == coded:
                count = add(moves, count, action)
    return count


@kernel
def add_clues(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, moves: Numbers, count: int
) -> int:
    """All clues whose class is the hat sum."""
    me = s.player
    size = classes(r, tables, public, me)
    total = 0
    if size > 1:
        copy_public_state(r, public, scratch)
        for offset in range(1, r.players):
            total += ask(s, tables, scratch, seat_after(r, me, offset), size, 0, True)
        total %= size
    clues = allowed(r, public)
    for offset in range(1, r.players):
        seat = seat_after(r, me, offset)
        if size > 0 and total >= public.offered[seat]:
            total -= public.offered[seat]
            continue
        matching = clues_in_class(r, s, public, seat, clues, total) if size > 0 else clues
        while matching:
            clue = lowest_bit(matching)
            matching &= matching - 1
            if not r.empty_clues and touched_by(r, s, seat, clue) == 0:
                continue
            count = add(moves, count, clue_id(r, offset, clue))
        if size > 0:
            break
    return count
