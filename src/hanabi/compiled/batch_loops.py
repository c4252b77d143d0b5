"""The compiled loops over the games of a batch.

A loop works on the games from `start` to `stop`, so that threads can share a batch without touching the same memory.
Arrays are passed by address, because the cost of a call is mostly its number of arguments.
"""

from collections.abc import Callable
from typing import NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numpy.typing import NDArray

from hanabi.compiled import (
    action_ids,
    ending,
    inline,
    intrinsic,
    layout,
    legality,
    loop,
    numbered_deals,
    observation_encoder,
    turn,
)
from hanabi.compiled.bits import count_bits, nth_bit, spread
from hanabi.compiled.compilation import Intrinsic, Untyped
from hanabi.compiled.counter_rng import below
from hanabi.compiled.dtypes import RULES, STATE, STATE_BYTES, Numbers, Records
from hanabi.compiled.random_play import nth_action, play_random
from hanabi.compiled.seeded_deals import RANDOM_STATE, deal_next, shuffle_next
from hanabi.kernels import Rules, State
from hanabi.kernels.bits import Cells

CACHE_LINE = 64
declare_function: Untyped = cgutils.get_or_insert_function
carray: Untyped = numba.carray  # type: ignore[attr-defined]


@intrinsic
def pointer(typing_context: Untyped, address: Untyped) -> Intrinsic:
    """An address as a pointer for `carray`. The caller keeps the array alive."""

    def code(context: Untyped, builder: Untyped, signature: Untyped, arguments: Untyped) -> Untyped:
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), code


@intrinsic
def prefetch_line(typing_context: Untyped, address: Untyped) -> Intrinsic:
    """Load a cache line ahead of time; any address is safe."""

    def code(context: Untyped, builder: Untyped, signature: Untyped, arguments: Untyped) -> Untyped:
        whole = ir.IntType(32)
        place = builder.inttoptr(arguments[0], cgutils.voidptr_t)
        signature_type = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, whole, whole, whole])
        instruction = declare_function(builder.module, signature_type, "llvm.prefetch.p0")
        builder.call(instruction, [place, whole(1), whole(3), whole(1)])
        return context.get_dummy_value()

    return types.void(types.int64), code


@inline
def prefetch(address: int, size: int) -> None:
    for line in range(0, size, CACHE_LINE):
        prefetch_line(address + line)


OBSERVE_NOBODY, OBSERVE_PLAYER, OBSERVE_ALL, OBSERVE_SEAT = range(4)  # the last one plus the number of the seat
ALL_LEGAL = -1
# Instead of an action: the game is over, deal it again, only write its arrays, skip it.
NO_ACTION, DEAL, SHOW, LEAVE = -1, -2, -3, -4
AHEAD = 2  # how many games ahead memory is prefetched

# A batch for compiled code: numbers, then the addresses of arrays.
BATCH_RECORD = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("games", "first", "redeal", "observe", "keep_final", "size"),
            *("rules", "blank", "states", "random_states", "words"),
            *("rewards", "ends", "legal", "seats", "scores", "observations", "final_observations"),
        )
    ]
)


@inline
def show_legal(r: Rules, s: State, words: Numbers, game: int, legal: Cells) -> None:
    """Write the legal actions twice: as one bit mask per group, and as one byte per action."""
    at = game * r.actions
    moves = legality.legal_moves(r, s)
    words[action_ids.MOVES, game] = moves
    announced = action_ids.first_of_group(r, action_ids.ANNOUNCEMENTS)
    spread(legal, at, moves, announced)
    if not action_ids.has_only_moves(r):
        announcements, reshuffles, rescues = (
            legality.legal_announcements(r, s),
            legality.legal_reshuffles(r, s),
            legality.legal_rescues(r, s),
        )
        words[action_ids.ANNOUNCEMENTS, game] = announcements
        words[action_ids.RESHUFFLES, game] = reshuffles
        words[action_ids.RESCUES, game] = rescues
        reshuffled, rescued = (
            action_ids.first_of_group(r, action_ids.RESHUFFLES),
            action_ids.first_of_group(r, action_ids.RESCUES),
        )
        spread(legal, at + announced, announcements, reshuffled - announced)
        spread(legal, at + reshuffled, reshuffles, rescued - reshuffled)
        spread(legal, at + rescued, rescues, r.actions - rescued)


@inline
def show_observation(r: Rules, s: State, game: int, observe: int, out: Cells, size: int) -> None:
    if observe == OBSERVE_PLAYER:
        observation_encoder.encode(r, s, s.player, out, game * size)
    elif observe == OBSERVE_ALL:
        for seat in range(r.players):
            observation_encoder.encode(r, s, seat, out, (game * r.players + seat) * size)
    elif observe >= OBSERVE_SEAT:
        observation_encoder.encode(r, s, observe - OBSERVE_SEAT, out, game * size)


@inline
def row_length(batch: Untyped, r: Rules) -> int:
    """Bytes of observations per game."""
    if batch.observe == OBSERVE_ALL:
        return r.players * int(batch.size)
    return 0 if batch.observe == OBSERVE_NOBODY else int(batch.size)


@inline
def is_word_legal(r: Rules, words: Numbers, game: int, action: int) -> bool:
    if action < 0 or action >= r.actions:
        return False
    group = action_ids.group_of(r, action)
    if group == action_ids.MOVES:  # by far the most common, and without an offset
        return bool(words[action_ids.MOVES, game] >> action & 1)
    return bool(words[group, game] >> action - action_ids.first_of_group(r, group) & 1)


@loop
def set_game_keys(random_states: Records, seeds: NDArray[np.uint64], numbers: Numbers) -> None:
    """Start every game at the first deal of its number under its seed."""
    for game in range(random_states.shape[0]):
        random_states[game].game_key = numbered_deals.key_of_game(seeds[game], numbers[game])
        random_states[game].deals = 0


@inline
def first_refused(r: Rules, batch: Untyped, actions: Numbers) -> int:
    words = carray(pointer(batch.words), (action_ids.GROUPS, batch.games), np.int64)
    if action_ids.has_only_moves(r):
        refused = 0
        for game in range(batch.games):
            # The shift uses the lowest six bits; those above must be 0, as in every action of one word.
            action = actions[game]
            refused |= action >> 6 | ~(words[action_ids.MOVES, game] >> (action & 63)) & 1
        if not refused:
            return ALL_LEGAL
    for game in range(batch.games):
        action = actions[game]
        if not is_word_legal(r, words, game, action):
            over = (
                words[action_ids.MOVES, game]
                | words[action_ids.ANNOUNCEMENTS, game]
                | words[action_ids.RESHUFFLES, game]
                | words[action_ids.RESCUES, game]
                == 0
            )
            if action != NO_ACTION or not over:
                return game
    return ALL_LEGAL


@loop
def first_illegal(record_bytes: NDArray[np.uint8], actions: Numbers) -> int:
    """The first game whose action is illegal, or ALL_LEGAL. A game that is over takes NO_ACTION only."""
    batch = record_bytes.view(BATCH_RECORD)[0]
    return first_refused(carray(pointer(batch.rules), 1, RULES)[0], batch, actions)


@inline
def move_games(r: Rules, batch: Untyped, actions: Numbers, start: int, stop: int, check: int) -> int:
    """Carry out actions (or NO_ACTION, DEAL, SHOW, LEAVE) and write the arrays of the batch.

    With `check`, first look for an illegal action; if there is one, return its game and change nothing.
    """
    if check:
        refused = first_refused(r, batch, actions)
        if refused != ALL_LEGAL:
            return refused
    games = batch.games
    blank = carray(pointer(batch.blank), 1, STATE)[0]
    states, random_states = (
        carray(pointer(batch.states), games, STATE),
        carray(pointer(batch.random_states), games, RANDOM_STATE),
    )
    words = carray(pointer(batch.words), (action_ids.GROUPS, games), np.int64)
    rewards, ends = (
        carray(pointer(batch.rewards), games, np.float32),
        carray(pointer(batch.ends), games, np.uint8),
    )
    legal = carray(pointer(batch.legal), games * r.actions, np.uint8)
    seats, scores = carray(pointer(batch.seats), games, np.int8), carray(pointer(batch.scores), games, np.int32)
    row = row_length(batch, r)
    observations = carray(pointer(batch.observations), games * row, np.uint8)
    final_observations = carray(pointer(batch.final_observations), games * row, np.uint8)
    for game in range(start, stop):
        s, random_state, action = states[game], random_states[game], actions[game]
        if action == LEAVE:
            continue
        prefetch(batch.states + (game + AHEAD) * STATE_BYTES, STATE_BYTES)
        if action >= 0:
            turn.apply(r, s, action, numbered_deals.reshuffle_depth(r, s, random_state.key, action))
            shuffle_next(r, s, random_state)
            now = ending.points(r, s)
            # Every card on a firework earns a point at once; a lost game takes them all back.
            rewards[game] = s.last_scored - now if s.outcome == layout.LOST else s.last_scored
            scores[game] = now if s.outcome == layout.RUNNING else s.score
            ends[game] = s.outcome
            if s.outcome != layout.RUNNING:
                if batch.keep_final:
                    show_observation(r, s, game, batch.observe, final_observations, batch.size)
                if batch.redeal:
                    deal_next(r, blank, states, random_states, game, batch.first)
        else:
            rewards[game] = 0.0
            if action == DEAL:
                deal_next(r, blank, states, random_states, game, batch.first)
            scores[game] = ending.points(r, s) if s.outcome == layout.RUNNING else s.score
            ends[game] = s.outcome
        seats[game] = s.player
        show_legal(r, s, words, game, legal)
        show_observation(r, s, game, batch.observe, observations, batch.size)
    return ALL_LEGAL


@loop
def advance_games(record_bytes: NDArray[np.uint8], actions: Numbers, start: int, stop: int, check: int) -> int:
    batch = record_bytes.view(BATCH_RECORD)[0]
    return move_games(carray(pointer(batch.rules), 1, RULES)[0], batch, actions, start, stop, check)


@loop
def choose_at_random(record_bytes: NDArray[np.uint8], actions: Numbers, start: int, stop: int) -> None:
    """Choose a legal action for every game, all equally likely. The choice stays the same until the game changes."""
    batch = record_bytes.view(BATCH_RECORD)[0]
    games = batch.games
    r, random_states = (
        carray(pointer(batch.rules), 1, RULES)[0],
        carray(pointer(batch.random_states), games, RANDOM_STATE),
    )
    words = carray(pointer(batch.words), (action_ids.GROUPS, games), np.int64)
    only_moves = action_ids.has_only_moves(r)
    for game in range(start, stop):
        if only_moves:
            moves = words[action_ids.MOVES, game]
            number = below(
                random_states[game].key,
                numbered_deals.PLACE_OF_CHOICES + random_states[game].actions,
                count_bits(moves),
            )
            actions[game] = nth_bit(moves, number) if moves else NO_ACTION
            continue
        moves, announcements = words[action_ids.MOVES, game], words[action_ids.ANNOUNCEMENTS, game]
        reshuffles, rescues = words[action_ids.RESHUFFLES, game], words[action_ids.RESCUES, game]
        count = count_bits(moves) + count_bits(announcements) + count_bits(reshuffles) + count_bits(rescues)
        if count == 0:
            actions[game] = NO_ACTION
            continue
        n = below(random_states[game].key, numbered_deals.PLACE_OF_CHOICES + random_states[game].actions, count)
        actions[game] = nth_action(r, moves, announcements, reshuffles, rescues, n)


class FixedLoops(NamedTuple):
    """The loops for rules that are constants of the machine code, so that no switch is asked and loops are unrolled."""

    advance_games: Callable[[NDArray[np.uint8], Numbers, int, int, int], int]
    play_random_moves: Callable[[NDArray[np.uint8], int, int, int], tuple[int, int, int]]


def fixed_loops(tables: Records) -> FixedLoops:
    """Numba's cache tells loops for other tables apart."""

    @loop
    def advance_games(record_bytes: NDArray[np.uint8], actions: Numbers, start: int, stop: int, check: int) -> int:
        return move_games(tables[0], record_bytes.view(BATCH_RECORD)[0], actions, start, stop, check)

    @loop
    def play_random_moves(blank: NDArray[np.uint8], seed: int, moves: int, clones: int) -> tuple[int, int, int]:
        return play_random(tables[0], blank.view(STATE)[0], seed, moves, clones)

    return FixedLoops(advance_games, play_random_moves)
