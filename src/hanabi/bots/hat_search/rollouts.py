"""Playing on from a move to the end, and choosing the move that ends best."""

import numpy as np

from hanabi.bots.hat.decoder import ALL_HANDS, observe, observe_precomputed
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.bots.hat.policy import decide
from hanabi.bots.hat.workspace import VIEW, copy_words
from hanabi.bots.hat_search import inline, kernel
from hanabi.bots.hat_search.budget import RolloutBudget
from hanabi.bots.hat_search.candidates import candidate_moves
from hanabi.bots.hat_search.workspace import SearchArrays
from hanabi.bots.hat_search.worlds import fill_world, list_worlds, sample_world, unseen_counts
from hanabi.compiled import action_ids, turn
from hanabi.compiled.counter_rng import next_below
from hanabi.compiled.dtypes import Numbers
from hanabi.kernels import RUNNING, Rules, State

LISTED_DECK = 10  # with a deck of at most this size, the worlds may be few enough to list


@kernel
def play_on(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, action: int, stream: Numbers
) -> int:
    """The final score if everybody plays as the hat player does after `action`."""
    scratch.precomputed = 0
    while True:
        above = next_below(stream, r.cards - s.next_card + 1) if action_ids.is_reward_choice(r, action) else 0
        turn.apply(r, s, action, above)
        if s.outcome != RUNNING:
            return s.score
        if scratch.precomputed:
            observe_precomputed(r, s, tables, public, scratch)
        else:
            observe(r, s, tables, public, ALL_HANDS)
        action = decide(r, s, tables, public, scratch)


@inline
def _world_limit(r: Rules, s: State, budget: RolloutBudget) -> int:
    """The largest number of worlds: the smaller the deck, the shorter their games."""
    whole = r.cards - r.players * r.hand_size
    deck = max(r.cards - s.next_card, 1)
    return min(budget.worlds * budget.growth, budget.worlds * whole * whole // (deck * deck))


@kernel
def search_action(arrays: SearchArrays, budget: RolloutBudget, limit: int) -> tuple[int, int]:
    """The move of the player to act, from `states[VIEW]` and `publics[0]`, and the number of rollouts.

    `states[1]` holds a world and `states[2]` a game played on in it; likewise `publics[1]` and `[2]`. After `limit`
    rollouts no more worlds are compared. Near the end, when all worlds can be listed, each is played exactly once.
    """
    r: Rules = arrays.hat.rules[0]
    tables: HatTables = arrays.hat.tables[0]
    s: State = arrays.hat.states[VIEW]
    world: State = arrays.hat.states[1]
    game: State = arrays.hat.states[2]
    public: PublicState = arrays.hat.publics[0]
    scratch: PublicState = arrays.hat.publics[1]
    future: PublicState = arrays.hat.publics[2]
    words, public_words = arrays.hat.state_words, arrays.hat.public_words
    moves, scores, counts, stream = arrays.moves, arrays.scores, arrays.counts, arrays.stream
    worlds = _world_limit(r, s, budget)
    count = candidate_moves(r, s, tables, public, scratch, moves)
    if count == 1:
        return moves[0], 0
    unseen_counts(r, s, counts[0])
    perfect = r.suits * r.ranks - r.score_offset
    alive = (1 << count) - 1
    done = 0
    rollouts = 0
    until = min(budget.first, worlds)
    listed = -1
    if r.cards - s.next_card <= LISTED_DECK:
        listed = list_worlds(r, s, public, counts[0], counts[1], arrays.worlds, min(worlds, arrays.worlds.shape[0] - 1))
        if listed > 0:
            until = worlds = listed
    while True:
        while done < until:
            copy_words(words, VIEW, 1)
            if listed > 0:
                fill_world(r, world, arrays.worlds[done], stream)
            else:
                sample_world(r, world, public, counts[0], counts[1], stream)
            for place in range(count):
                if alive >> place & 1:
                    copy_words(words, 1, 2)
                    copy_words(public_words, 0, 2)
                    scores[place, done] = play_on(r, game, tables, future, scratch, moves[place], stream)
                    rollouts += 1
            done += 1
        best, alive = narrow_down(scores, count, alive, done, perfect, budget)
        if done >= worlds or rollouts >= limit or alive & (alive - 1) == 0:
            break
        until = min(2 * done, worlds)
    if listed <= 0 and alive & 1 and not gains_enough(scores, best, done, budget.margin):
        best = 0
    return moves[best], rollouts


@inline
def narrow_down(
    scores: Numbers, count: int, alive: int, done: int, perfect: int, budget: RolloutBudget
) -> tuple[int, int]:
    """The best move so far, and the moves that are still worth a rollout as a mask; only the best when all is clear."""
    if cannot_gain(scores, perfect, done):
        return 0, 1
    best = best_of(scores, count, alive, done)
    alive = eliminate(scores, count, alive, best, done, budget)
    if all_equal(scores, count, alive, best, done):
        return best, 1 << best
    return best, alive


@inline
def gains_enough(scores: Numbers, best: int, done: int, margin: int) -> bool:
    """Whether the best move gains `margin` hundredths of a standard error on the player's own move."""
    gain, error = gain_over(scores, best, 0, done)
    return 100.0 * gain >= margin * error


@inline
def cannot_gain(scores: Numbers, perfect: int, done: int) -> bool:
    """Whether the player's own move led to a perfect score every time."""
    for world in range(done):
        if scores[0, world] < perfect:
            return False
    return True


@inline
def best_of(scores: Numbers, count: int, alive: int, done: int) -> int:
    best = -1
    best_total = 0
    for place in range(count):
        if alive >> place & 1:
            total = 0
            for world in range(done):
                total += scores[place, world]
            if best < 0 or total > best_total:
                best = place
                best_total = total
    return best


@inline
def gain_over(scores: Numbers, one: int, other: int, done: int) -> tuple[float, float]:
    """The mean gain of one move over another in the same worlds, and its standard error."""
    total = 0.0
    squares = 0.0
    for world in range(done):
        gain = float(scores[one, world] - scores[other, world])
        total += gain
        squares += gain * gain
    mean = total / done
    return mean, np.sqrt(max(squares / done - mean * mean, 0.0) / done)


@inline
def eliminate(scores: Numbers, count: int, alive: int, best: int, done: int, budget: RolloutBudget) -> int:
    """Drop moves that are surely worse than the best, or hardly better.

    The first one, which the player would make without search, is dropped only if it is worse.
    """
    for place in range(count):
        if alive >> place & 1 and place != best:
            gain, error = gain_over(scores, best, place, done)
            doubt = budget.sure / 100.0 * error
            if (gain > doubt and gain > 0.0) or (place > 0 and 1000.0 * (doubt - gain) < budget.close):
                alive &= ~(1 << place)
    return alive


@inline
def all_equal(scores: Numbers, count: int, alive: int, best: int, done: int) -> bool:
    for place in range(count):
        if alive >> place & 1:
            for world in range(done):
                if scores[place, world] != scores[best, world]:
                    return False
    return True
