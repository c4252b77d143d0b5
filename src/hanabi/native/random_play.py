"""Uniformly random legal play, wholly inside compiled code."""

import numpy as np
from numpy.typing import NDArray

from hanabi.kernels.layout import Rules, State
from hanabi.native import inline, kernel
from hanabi.native.action_ids import ANNOUNCEMENTS, RESCUES, RESHUFFLES, first_of_group, has_only_moves
from hanabi.native.auto_deal import RANDOM_STATE, deal_next, reshuffle_depth, shuffle_next
from hanabi.native.bits import count_bits, nth_bit
from hanabi.native.counter_rng import PLACE_OF_CHOICES, below
from hanabi.native.dtypes import RULES, STATE
from hanabi.native.layout import RUNNING
from hanabi.native.legality import legal_announcements, legal_moves, legal_rescues, legal_reshuffles
from hanabi.native.turn import apply


@inline
def nth_action(r: Rules, moves: int, announcements: int, reshuffles: int, rescues: int, n: int) -> int:
    """The action that has `n` lower ones in the masks of all groups."""
    count = count_bits(moves)
    if n < count:
        return nth_bit(moves, n)
    n -= count
    count = count_bits(announcements)
    if n < count:
        return first_of_group(r, ANNOUNCEMENTS) + nth_bit(announcements, n)
    n -= count
    count = count_bits(reshuffles)
    if n < count:
        return first_of_group(r, RESHUFFLES) + nth_bit(reshuffles, n)
    return first_of_group(r, RESCUES) + nth_bit(rescues, n - count)


@inline
def random_action(r: Rules, s: State, key: int, place: int) -> int:
    """One of the legal actions of a running game, all equally likely."""
    moves = legal_moves(r, s)
    if has_only_moves(r):
        return nth_bit(moves, below(key, place, count_bits(moves)))
    announcements, reshuffles, rescues = legal_announcements(r, s), legal_reshuffles(r, s), legal_rescues(r, s)
    count = count_bits(moves) + count_bits(announcements) + count_bits(reshuffles) + count_bits(rescues)
    return nth_action(r, moves, announcements, reshuffles, rescues, below(key, place, count))


@kernel
def play_random_moves(
    rules: NDArray[np.uint8], blank: NDArray[np.uint8], seed: int, moves: int, clones: int
) -> tuple[int, int, int]:
    """Play one game after another for that many moves; how many games ended, and the sum of their scores.

    With `clones` every move is first tried on a copy of the game, as a search would.
    """
    r, dealt = rules.view(RULES)[0], blank.view(STATE)[0]
    states, random_states = np.zeros(2, STATE), np.zeros(1, RANDOM_STATE)
    s, copy, random_state = states[0], states[1], random_states[0]
    deal_next(r, dealt, states, random_states, 0, seed, 0, 0)
    ended, points, tried = 0, 0, 0
    for move in range(moves):
        action = random_action(r, s, random_state.key, PLACE_OF_CHOICES + move)
        above = reshuffle_depth(r, s, random_state.key, action)
        if clones:
            states[1] = s
            apply(r, copy, action, above)
            tried += copy.outcome
        apply(r, s, action, above)
        shuffle_next(r, s, random_state)
        if s.outcome != RUNNING:
            ended += 1
            points += s.score
            deal_next(r, dealt, states, random_states, 0, seed, 0, 0)
    return ended, points, tried
