"""Playing on from a move to the end, and choosing the move that ends best."""

from typing import Any

import numpy as np

from hanabi.bots.compiled.random_stream import below
from hanabi.bots.hat.decoder import NOBODY, observe, observe_worked_out
from hanabi.bots.hat.games import copy_words
from hanabi.bots.hat.policy import decide
from hanabi.bots.search.candidates import candidate_moves
from hanabi.bots.search.compiled import inline, kernel
from hanabi.bots.search.worlds import fill_in, imagine, list_worlds, unseen_counts
from hanabi.kernels.layout import RUNNING
from hanabi.native.action_ids import is_reward_choice
from hanabi.native.turn import apply

FIRST_WORLDS = 24
LISTED_DECK = 6  # cards in the deck from which on the worlds may be few enough to list


@kernel
def play_on(r: Any, s: Any, t: Any, p: Any, q: Any, action: int, stream: Any) -> Any:
    """The final score when everybody plays as the hat player after `action`."""
    q.worked_out = 0
    while True:
        above = below(stream, r.cards - s.top + 1) if is_reward_choice(r, action) else 0
        apply(r, s, action, above)
        if s.outcome != RUNNING:
            return s.score
        if q.worked_out:
            observe_worked_out(r, s, t, p, q)
        else:
            observe(r, s, t, p, NOBODY)
        action = decide(r, s, t, p, q)


@kernel
def search_action(
    rules: Any,
    tables: Any,
    states: Any,
    words: Any,
    publics: Any,
    public_words: Any,
    moves: Any,
    scores: Any,
    book: Any,
    counts: Any,
    stream: Any,
    worlds: int,
    margin: int,
    limit: int,
) -> Any:
    """The move of the player to act, from `states[0]`, its view, and `publics[0]`.

    `states[1]` holds a world, `states[2]` a game played on in it; `publics[1]` and `[2]` likewise. `margin` is how many
    standard errors (in hundredths) a move must gain on the hat player's own; no more rollouts are begun after `limit`.
    Near the end, when the worlds can be listed, each is played once and nothing is left to chance.
    Returns the move and the rollouts made.
    """
    r, t = rules[0], tables[0]
    s, world, game = states[0], states[1], states[2]
    p, q, future = publics[0], publics[1], publics[2]
    count = candidate_moves(r, s, t, p, q, moves)
    if count == 1:
        return moves[0], 0
    unseen_counts(r, s, counts[0])
    perfect = r.suits * r.ranks - r.score_offset
    alive = (1 << count) - 1
    done = 0
    rollouts = 0
    until = min(FIRST_WORLDS, worlds)
    listed = -1
    if r.cards - s.top <= LISTED_DECK:
        listed = list_worlds(r, s, p, counts[0], counts[1], book, min(worlds, book.shape[0] - 1))
        if listed > 0:
            until = worlds = listed
    while True:
        while done < until:
            copy_words(words, 0, 1)
            if listed > 0:
                fill_in(r, world, book[done], stream)
            else:
                imagine(r, world, p, counts[0], counts[1], stream)
            for place in range(count):
                if alive >> place & 1:
                    copy_words(words, 1, 2)
                    copy_words(public_words, 0, 2)
                    scores[place, done] = play_on(r, game, t, future, q, moves[place], stream)
                    rollouts += 1
            done += 1
        if cannot_gain(scores, perfect, done):
            return moves[0], rollouts
        best = best_of(scores, count, alive, done)
        alive = eliminate(scores, count, alive, best, done)
        if (
            done >= worlds
            or rollouts >= limit
            or alive & (alive - 1) == 0
            or all_equal(scores, count, alive, best, done)
        ):
            break
        until = min(2 * done, worlds)
    if best != 0:
        gain, error = compared(scores, best, 0, done)
        if listed <= 0 and alive & 1 and 100.0 * gain < margin * error:
            best = 0
    return moves[best], rollouts


@inline
def cannot_gain(scores: Any, perfect: int, done: int) -> Any:
    """Whether the hat player's own move led to a perfect show every time."""
    for world in range(done):
        if scores[0, world] < perfect:
            return False
    return True


@inline
def best_of(scores: Any, count: int, alive: int, done: int) -> Any:
    best = -1
    most = 0
    for place in range(count):
        if alive >> place & 1:
            total = 0
            for world in range(done):
                total += scores[place, world]
            if best < 0 or total > most:
                best = place
                most = total
    return best


@inline
def compared(scores: Any, one: int, other: int, done: int) -> Any:
    """Mean gain of one move over another in the same worlds, and its standard error."""
    total = 0.0
    squares = 0.0
    for world in range(done):
        gain = float(scores[one, world] - scores[other, world])
        total += gain
        squares += gain * gain
    mean = total / done
    return mean, np.sqrt(max(squares / done - mean * mean, 0.0) / done)


@inline
def eliminate(scores: Any, count: int, alive: int, best: int, done: int) -> Any:
    for place in range(count):
        if alive >> place & 1 and place != best:
            gain, error = compared(scores, best, place, done)
            if gain > 2.0 * error and gain > 0.0:
                alive &= ~(1 << place)
    return alive


@inline
def all_equal(scores: Any, count: int, alive: int, best: int, done: int) -> Any:
    for place in range(count):
        if alive >> place & 1:
            for world in range(done):
                if scores[place, world] != scores[best, world]:
                    return False
    return True
