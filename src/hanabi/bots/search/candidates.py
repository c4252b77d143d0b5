"""Moves whose public meaning is true: whoever makes one of them misleads nobody, whatever made it seem good."""

from typing import Any

from hanabi.bots.hat.clue_classes import allowed, classes
from hanabi.bots.hat.decoder import bits_below, useless_slots
from hanabi.bots.hat.policy import (
    clues_telling,
    decide,
    next_is_in_danger,
    play_of,
    someone_needs_clue,
    touched_by,
    useless_discard,
)
from hanabi.bots.hat.probabilities import seat_after
from hanabi.bots.hat.public_state import copy_public
from hanabi.bots.hat.questions import ask
from hanabi.bots.search.compiled import kernel
from hanabi.kernels.layout import MAX_HAND, NO_TILE
from hanabi.native.action_ids import RESHUFFLES, clue_id, discard_id, first_of_group, is_clue
from hanabi.native.bits import lowest_bit
from hanabi.native.legality import is_legal

MAX_MOVES = 64


@kernel
def add(moves: Any, count: int, action: int) -> Any:
    for place in range(count):
        if moves[place] == action:
            return count
    if count < MAX_MOVES:
        moves[count] = action
        count += 1
    return count


@kernel
def candidate_moves(r: Any, s: Any, t: Any, p: Any, q: Any, moves: Any) -> Any:
    """The hat player's own move first, then every other move that keeps the code. Returns how many."""
    moves[0] = decide(r, s, t, p, q)
    count = 1
    if s.pending != NO_TILE:
        for action in range(first_of_group(r, RESHUFFLES), r.actions):
            if is_legal(r, s, action):
                count = add(moves, count, action)
        if is_clue(r, moves[0]):
            count = add_clues(r, s, t, p, q, moves, count)
        return count
    me = s.player
    speaks = s.clue_tokens > 0 and s.turns_left <= 0
    danger = speaks and next_is_in_danger(r, s, t, p, me)
    if s.clue_tokens > 0:
        count = add_clues(r, s, t, p, q, moves, count)
    if not (danger and t.promise_plays):
        for slot in range(s.held[me]):
            if p.masks[me][slot] & p.playable:
                count = add(moves, count, play_of(r, s, slot, p.masks[me][slot]))
    needed = speaks and s.clue_tokens >= t.need_tokens and someone_needs_clue(r, s, p, me)
    if s.clue_tokens < r.clue_tokens and not needed and not (danger and t.promise_saves):
        public = useless_slots(p, me)
        coded = -1
        if bits_below(public, MAX_HAND) > 1:
            coded = useless_discard(r, s, t, p, q, me, public, public)
        for slot in range(s.held[me]):
            action = discard_id(r, slot)
            if coded < 0 or not public >> slot & 1 or action == coded:
                count = add(moves, count, action)
    return count


@kernel
def add_clues(r: Any, s: Any, t: Any, p: Any, q: Any, moves: Any, count: int) -> Any:
    """All clues of the class that tells the hat sum."""
    me = s.player
    size = classes(r, t, p, me)
    total = 0
    if size > 1:
        copy_public(r, p, q)
        for offset in range(1, r.players):
            total += ask(r, s, t, q, seat_after(r, me, offset), size, 0, True)
        total %= size
    clues = allowed(r, p)
    for offset in range(1, r.players):
        seat = seat_after(r, me, offset)
        if size > 0 and total >= p.offered[seat]:
            total -= p.offered[seat]
            continue
        telling = clues_telling(r, s, p, seat, clues, total) if size > 0 else clues
        while telling:
            clue = lowest_bit(telling)
            telling &= telling - 1
            if not r.empty_clues and touched_by(r, s, seat, clue) == 0:
                continue
            count = add(moves, count, clue_id(r, offset, clue))
        if size > 0:
            break
    return count
