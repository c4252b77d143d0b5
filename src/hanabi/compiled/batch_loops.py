"""The compiled loops over the games of a batch.

A loop works on the games from `start` to `stop`, so that threads can share a batch without touching the same memory.
Arrays are passed by address, because the cost of a call is mostly its number of arguments.
"""

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
    kernel,
    layout,
    legality,
    numbered_deals,
    observation_encoder,
    turn,
)
from hanabi.compiled.bits import count_bits, nth_bit, spread
from hanabi.compiled.compilation import Intrinsic, Untyped
from hanabi.compiled.counter_rng import below
from hanabi.compiled.dtypes import RULES, STATE, STATE_BYTES, Numbers, Records
from hanabi.compiled.seeded_deals import RANDOM_STATE, deal_next, shuffle_next
from hanabi.kernels import Rules, State
from hanabi.kernels.bits import Cells


@inline
def nth_action(r: Rules, moves: int, announcements: int, reshuffles: int, rescues: int, n: int) -> int:
    """The n-th lowest action in the masks of all groups, counted from 0."""
    count = count_bits(moves)
    if n < count:
        return nth_bit(moves, n)
    n -= count
    count = count_bits(announcements)
    if n < count:
        return action_ids.first_of_group(r, action_ids.ANNOUNCEMENTS) + nth_bit(announcements, n)
    n -= count
    count = count_bits(reshuffles)
    if n < count:
        return action_ids.first_of_group(r, action_ids.RESHUFFLES) + nth_bit(reshuffles, n)
    return action_ids.first_of_group(r, action_ids.RESCUES) + nth_bit(rescues, n - count)


@inline
def random_action(r: Rules, s: State, key: int, place: int) -> int:
    """One of the legal actions of a running game, all equally likely."""
    moves = legality.legal_moves(r, s)
    if action_ids.has_only_moves(r):
        return nth_bit(moves, below(key, place, count_bits(moves)))
    announcements, reshuffles, rescues = (
        legality.legal_announcements(r, s),
        legality.legal_reshuffles(r, s),
        legality.legal_rescues(r, s),
    )
    count = count_bits(moves) + count_bits(announcements) + count_bits(reshuffles) + count_bits(rescues)
    return nth_action(r, moves, announcements, reshuffles, rescues, below(key, place, count))


@kernel
def play_random_moves(
    rules: NDArray[np.uint8], blank: NDArray[np.uint8], seed: int, moves: int, clones: int
) -> tuple[int, int, int]:
    """Play one game after another for `moves` moves; returns the number of finished games and the sum of their scores.

    With `clones`, every move is first tried on a copy of the game, as a search would do.
    """
    r, dealt = rules.view(RULES)[0], blank.view(STATE)[0]
    states, random_states = np.zeros(2, STATE), np.zeros(1, RANDOM_STATE)
    s, copy, random_state = states[0], states[1], random_states[0]
    random_state.game_key = numbered_deals.key_of_game(seed, 0)
    deal_next(r, dealt, states, random_states, 0, 0)
    ended, points, tried = 0, 0, 0
    for move in range(moves):
        action = random_action(r, s, random_state.key, numbered_deals.PLACE_OF_CHOICES + move)
        above = numbered_deals.reshuffle_depth(r, s, random_state.key, action)
        if clones:
            states[1] = s
            turn.apply(r, copy, action, above)
            tried += copy.outcome
        turn.apply(r, s, action, above)
        shuffle_next(r, s, random_state)
        if s.outcome != layout.RUNNING:
            ended += 1
            points += s.score
            deal_next(r, dealt, states, random_states, 0, 0)
    return ended, points, tried


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
    words[game, action_ids.MOVES] = moves
    announced = action_ids.first_of_group(r, action_ids.ANNOUNCEMENTS)
    spread(legal, at, moves, announced)
    if not action_ids.has_only_moves(r):
        announcements, reshuffles, rescues = (
            legality.legal_announcements(r, s),
            legality.legal_reshuffles(r, s),
            legality.legal_rescues(r, s),
        )
        words[game, action_ids.ANNOUNCEMENTS] = announcements
        words[game, action_ids.RESHUFFLES] = reshuffles
        words[game, action_ids.RESCUES] = rescues
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
        return bool(words[game, action_ids.MOVES] >> action & 1)
    return bool(words[game, group] >> action - action_ids.first_of_group(r, group) & 1)


@kernel
def set_game_keys(random_states: Records, seeds: NDArray[np.uint64], numbers: Numbers) -> None:
    """Start every game at the first deal of its number under its seed."""
    for game in range(random_states.shape[0]):
        random_states[game].game_key = numbered_deals.key_of_game(seeds[game], numbers[game])
        random_states[game].deals = 0


@kernel
def first_illegal(record_bytes: NDArray[np.uint8], actions: Numbers) -> int:
    """The first game whose action is illegal, or ALL_LEGAL. A game that is over takes NO_ACTION only."""
    batch = record_bytes.view(BATCH_RECORD)[0]
    r = carray(pointer(batch.rules), 1, RULES)[0]
    words = carray(pointer(batch.words), (batch.games, action_ids.GROUPS), np.int64)
    for game in range(batch.games):
        action = actions[game]
        if not is_word_legal(r, words, game, action):
            over = (
                words[game, action_ids.MOVES]
                | words[game, action_ids.ANNOUNCEMENTS]
                | words[game, action_ids.RESHUFFLES]
                | words[game, action_ids.RESCUES]
                == 0
            )
            if action != NO_ACTION or not over:
                return game
    return ALL_LEGAL


@kernel
def advance_games(record_bytes: NDArray[np.uint8], actions: Numbers, start: int, stop: int, check: int) -> int:
    """Carry out actions (or NO_ACTION, DEAL, SHOW, LEAVE) and write the arrays of the batch.

    With `check`, first look for an illegal action; if there is one, return its game and change nothing.
    """
    if check:
        refused = first_illegal(record_bytes, actions)
        if refused != ALL_LEGAL:
            return refused
    batch = record_bytes.view(BATCH_RECORD)[0]
    games = batch.games
    r, blank = carray(pointer(batch.rules), 1, RULES)[0], carray(pointer(batch.blank), 1, STATE)[0]
    states, random_states = (
        carray(pointer(batch.states), games, STATE),
        carray(pointer(batch.random_states), games, RANDOM_STATE),
    )
    words = carray(pointer(batch.words), (games, action_ids.GROUPS), np.int64)
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


@kernel
def choose_at_random(record_bytes: NDArray[np.uint8], actions: Numbers, start: int, stop: int) -> None:
    """Choose a legal action for every game, all equally likely. The choice stays the same until the game changes."""
    batch = record_bytes.view(BATCH_RECORD)[0]
    games = batch.games
    r, random_states = (
        carray(pointer(batch.rules), 1, RULES)[0],
        carray(pointer(batch.random_states), games, RANDOM_STATE),
    )
    words = carray(pointer(batch.words), (games, action_ids.GROUPS), np.int64)
    only_moves = action_ids.has_only_moves(r)
    for game in range(start, stop):
        if only_moves:
            moves = words[game, action_ids.MOVES]
            number = below(
                random_states[game].key,
                numbered_deals.PLACE_OF_CHOICES + random_states[game].actions,
                count_bits(moves),
            )
            actions[game] = nth_bit(moves, number) if moves else NO_ACTION
            continue
        moves, announcements = words[game, action_ids.MOVES], words[game, action_ids.ANNOUNCEMENTS]
        reshuffles, rescues = words[game, action_ids.RESHUFFLES], words[game, action_ids.RESCUES]
        count = count_bits(moves) + count_bits(announcements) + count_bits(reshuffles) + count_bits(rescues)
        if count == 0:
            actions[game] = NO_ACTION
            continue
        n = below(random_states[game].key, numbered_deals.PLACE_OF_CHOICES + random_states[game].actions, count)
        actions[game] = nth_action(r, moves, announcements, reshuffles, rescues, n)
