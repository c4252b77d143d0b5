"""Finding a winning line: all positions after so many turns side by side, the most hopeful kept.

A few positions a turn find a line for nearly every deal; what fails is tried again with other weights and more of them.
"""

from typing import Any

import numpy as np

from hanabi.kernels.layout import MAX_HAND
from hanabi.native.bits import count_bits
from hanabi.native.cards import kind_of as card_at
from hanabi.native.cards import rank_index as step_of
from hanabi.native.cards import suit_of
from hanabi.native.counter_rng import mixed
from hanabi.solvers.bounds import WAIT, held_cards, most_cards, room
from hanabi.solvers.compiled import inline, kernel
from hanabi.solvers.layout import (
    COMPLETE,
    EMPTY,
    FIREWORKS,
    KEY_WORDS,
    NOWHERE,
    RUNNING,
    SCORE,
    TOKENS,
    TOP,
    USELESS,
    WORDS,
    rows,
)
from hanabi.solvers.moves import list_moves, make_move

MAX_TURNS = 400
MAX_CHILDREN = 2 * MAX_HAND + 2
# How much a spare action, a clue token, a card played, a locked seat and a card within reach weigh; and chance.
WEIGHTS = np.array(
    [
        [1.0, 0.8, 1.0, 1.0, 0.5, 0.0],
        [1.0, 0.5, 0.5, 2.0, 0.3, 0.2],
        [0.5, 1.0, 1.0, 1.0, 0.8, 0.4],
        [1.5, 0.6, 0.7, 3.0, 0.2, 0.4],
    ]
)


@inline
def hash_of(words: Any) -> Any:
    code = np.uint64(0)
    for place in range(KEY_WORDS):
        code = mixed(code ^ np.uint64(words[place])) + np.uint64(place)
    return code


@inline
def same_key(one: Any, other: Any, keys: int) -> Any:
    for place in range(keys):
        if one[place] != other[place]:
            return False
    return True


@kernel
def hope(g: Any, row: Any, spare: int, weights: Any, noise: float) -> Any:
    """How good a position looks; only compared with others of the same turn."""
    held = held_cards(g, row)
    top = row[TOP]
    within = 0
    for suit in range(g.suits):
        step = row[FIREWORKS + suit]
        while step < g.ranks and held >> card_at(suit, step) & 1:
            within += 1
            step += 1
    stuck = 0.0
    twice, once = 0, 0
    for seat in range(g.players):
        keep, cards = 0, 0
        for place in range(seat * MAX_HAND, seat * MAX_HAND + MAX_HAND):
            card = row[place]
            if card == EMPTY:
                break
            cards += 1
            if card != USELESS:
                twice |= once & 1 << card
                once |= 1 << card
                if g.next_at[card][top] == NOWHERE and row[FIREWORKS + suit_of(card)] != step_of(card):
                    keep += 1
        if cards == g.hand_size:
            if keep == cards:
                stuck += 1.0
            elif keep == cards - 1:
                stuck += 0.3
    tokens = row[TOKENS]
    return (
        weights[0] * np.sqrt(spare + 0.5)
        + weights[1] * np.sqrt(tokens + 0.2)
        + weights[2] * row[SCORE] * 0.5
        + weights[4] * (0.4 * within + 0.1 * (count_bits(held) - count_bits(twice)))
        - weights[3] * stuck
        + weights[5] * noise
    )


@kernel
def beam(g: Any, workspace: Any, words: Any, rows: Any, line: Any, width: int, weights: Any, seed: int) -> Any:
    """Search from `rows[0]`. Returns the cards on the fireworks of the best end found and the length of its line.

    `rows` (and `words`, the same memory) has room for two times all positions that follow from `width` of them.
    """
    value, table, parent, step, parents, steps = workspace
    full = g.suits * g.ranks
    moves = np.zeros(MAX_CHILDREN, np.int64)
    waits = np.zeros(WAIT, np.int64)
    half = width * MAX_CHILDREN
    here, there = 0, half
    mask = 1
    while mask < 2 * half:
        mask *= 2
    mask -= 1
    best, best_turn, best_at, best_move = -1, 0, 0, -1
    alive = 1
    for turn in range(MAX_TURNS):
        made = 0
        for at in range(alive):
            count = list_moves(g, rows[here + at], moves)
            for number in range(count):
                new = there + made
                for place in range(WORDS):
                    words[new, place] = words[here + at, place]
                row = rows[new]
                status = make_move(g, row, moves[number])
                if row[SCORE] > best:
                    best, best_turn, best_at, best_move = row[SCORE] + 0, turn, at, moves[number]
                    if status == COMPLETE:
                        break
                if status != RUNNING:
                    continue
                spare = most_cards(g, row, waits) - best - 1 if g.partial else room(g, row, waits)
                if spare < 0:
                    continue
                code = hash_of(words[new])
                spot = np.int64(code) & mask
                while table[spot] > 0 and not same_key(words[there + table[spot] - 1], words[new], KEY_WORDS):
                    spot = (spot + 1) & mask
                if table[spot] > 0:
                    other = table[spot] - 1
                    if rows[there + other, TOKENS] < row[TOKENS]:
                        words[there + other, KEY_WORDS] = words[new, KEY_WORDS]
                        parent[other] = at
                        step[other] = moves[number]
                    continue
                table[spot] = made + 1
                noise = float(np.int64(mixed(code + np.uint64(seed))) & 1023) / 1024.0
                value[made] = -hope(g, row, spare, weights, noise)
                parent[made] = at
                step[made] = moves[number]
                made += 1
            if best == full:
                break
        table[: mask + 1] = 0
        if best == full or made == 0:
            break
        alive = min(made, width)
        order = np.argsort(value[:made])[:alive] if made > width else np.arange(made)
        order.sort()
        for place in range(alive):
            source = order[place]
            if source != place:
                for word in range(WORDS):
                    words[there + place, word] = words[there + source, word]
            parents[turn, place] = parent[source]
            steps[turn, place] = step[source]
        here, there = there, here
    length = 0
    if best_move >= 0:
        length = best_turn + 1
        at = best_at
        line[best_turn] = best_move
        for turn in range(best_turn - 1, -1, -1):
            line[turn] = steps[turn, at]
            at = int(parents[turn, at])
    return best, length


class BeamWorkspace:
    """Memory for beams up to `width`, to be used by one thread at a time."""

    def __init__(self, width: int) -> None:
        self.width = width
        children = width * MAX_CHILDREN
        self.rows, self.words = rows(2 * children)
        self.line = np.zeros(MAX_TURNS, np.int64)
        self.workspace = (
            np.zeros(children),
            np.zeros(1 << (2 * children - 1).bit_length(), np.int64),
            np.zeros(children, np.int32),
            np.zeros(children, np.int32),
            np.zeros((MAX_TURNS, width), np.int32),
            np.zeros((MAX_TURNS, width), np.int32),
        )

    def search(self, game: Any, row: Any, width: int, attempt: int) -> tuple[int, list[int]]:
        """The cards on the fireworks in the best end found from `row`, and the moves that lead there."""
        self.rows[0] = row
        weights = WEIGHTS[attempt % len(WEIGHTS)]
        best, length = beam(game, self.workspace, self.words, self.rows, self.line, width, weights, attempt)
        return int(best), self.line[:length].tolist()
