"""Random play inside compiled code, one game after another: the least that a rate of moves can contain."""

import numpy as np
from numpy.typing import NDArray

from hanabi.compiled import action_ids, inline, layout, legality, loop, numbered_deals, turn
from hanabi.compiled.bits import count_bits, nth_bit
from hanabi.compiled.counter_rng import below
from hanabi.compiled.dtypes import RULES, STATE, Records
from hanabi.compiled.seeded_deals import RANDOM_STATE, deal_next, shuffle_next
from hanabi.kernels import Rules, State


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


@inline
def play_random(r: Rules, dealt: Records, seed: int, moves: int, clones: int) -> tuple[int, int, int]:
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


@loop
def play_random_moves(
    rules: NDArray[np.uint8], blank: NDArray[np.uint8], seed: int, moves: int, clones: int
) -> tuple[int, int, int]:
    """Play one game after another for `moves` moves; returns the number of finished games and the sum of their scores.

    With `clones`, every move is first tried on a copy of the game, as a search would do.
    """
    return play_random(rules.view(RULES)[0], blank.view(STATE)[0], seed, moves, clones)
