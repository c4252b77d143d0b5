"""Beam search for a winning line: keeps the most promising positions after every turn.

A narrow beam finds a line for nearly every deal. If it fails, other weights and wider beams are tried.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabi.compiled import cards as card_kinds
from hanabi.compiled.bits import count_bits
from hanabi.compiled.counter_rng import mixed
from hanabi.kernels import MAX_HAND
from hanabi.solvers import layout
from hanabi.solvers.bounds import WAIT, held_cards, max_cards, spare_actions
from hanabi.solvers.layout import Numbers, OpenGame, PackedPosition, PackedPositions, inline, kernel, packed_positions
from hanabi.solvers.moves import list_moves, make_move

Indices = NDArray[np.int32]
MAX_TURNS = 400
MAX_CHILDREN = 2 * MAX_HAND + 2
# Weights of a spare action, a clue token, a played card, a locked seat, a card within reach, and noise.
WEIGHTS = np.array(
    [
        [1.0, 0.8, 1.0, 1.0, 0.5, 0.0],
        [1.0, 0.5, 0.5, 2.0, 0.3, 0.2],
        [0.5, 1.0, 1.0, 1.0, 0.8, 0.4],
        [1.5, 0.6, 0.7, 3.0, 0.2, 0.4],
    ]
)


@inline
def hash_of(words: Numbers) -> np.uint64:
    code = np.uint64(0)
    for place in range(layout.KEY_WORDS):
        code = mixed(code ^ np.uint64(words[place])) + np.uint64(place)
    return code


@inline
def same_key(one: Numbers, other: Numbers, keys: int) -> bool:
    for place in range(keys):
        if one[place] != other[place]:
            return False
    return True


@kernel
def promise(game: OpenGame, row: PackedPosition, spare: int, weights: NDArray[np.float64], noise: float) -> float:
    """How good a position looks, compared with others of the same turn."""
    held = held_cards(game, row)
    top = row[layout.NEXT_CARD]
    in_reach = 0
    for suit in range(game.suits):
        step = row[layout.FIREWORKS + suit]
        while step < game.ranks and held >> card_kinds.kind_of(suit, step) & 1:
            in_reach += 1
            step += 1
    stuck = 0.0
    twice, once = 0, 0
    for seat in range(game.players):
        keep, cards = 0, 0
        for place in range(seat * MAX_HAND, seat * MAX_HAND + MAX_HAND):
            card = row[place]
            if card == layout.EMPTY:
                break
            cards += 1
            if card != layout.USELESS:
                twice |= once & 1 << card
                once |= 1 << card
                if game.next_at[card][top] == layout.NOWHERE and row[
                    layout.FIREWORKS + card_kinds.suit_of(card)
                ] != card_kinds.rank_index(card):
                    keep += 1
        if cards == game.hand_size:
            if keep == cards:
                stuck += 1.0
            elif keep == cards - 1:
                stuck += 0.3
    tokens = row[layout.TOKENS]
    worth: float = (
        weights[0] * np.sqrt(spare + 0.5)
        + weights[1] * np.sqrt(tokens + 0.2)
        + weights[2] * row[layout.SCORE] * 0.5
        + weights[4] * (0.4 * in_reach + 0.1 * (count_bits(held) - count_bits(twice)))
        - weights[3] * stuck
        + weights[5] * noise
    )
    return worth


class BeamArrays(NamedTuple):
    """Memory for beams up to a given width."""

    rows: PackedPositions  # twice the positions that can follow from one beam
    words: Numbers  # the same memory
    line: Numbers  # the best line found
    value: NDArray[np.float64]
    buckets: Numbers  # hash table of the positions of a turn
    parent: Indices
    step: Indices
    parents: Indices  # turns × positions in the beam
    steps: Indices


@kernel
def beam(game: OpenGame, arrays: BeamArrays, width: int, weights: NDArray[np.float64], seed: int) -> tuple[int, int]:
    """Search from `arrays.rows[0]`. Returns the cards on the fireworks at the best end, and the length of its line."""
    rows, words, line, value, buckets, parent, step, parents, steps = arrays
    full = game.suits * game.ranks
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
        children = 0
        for at in range(alive):
            count = list_moves(game, rows[here + at], moves)
            for number in range(count):
                new = there + children
                for place in range(layout.WORDS):
                    words[new, place] = words[here + at, place]
                row = rows[new]
                status = make_move(game, row, moves[number])
                if row[layout.SCORE] > best:
                    best, best_turn, best_at, best_move = row[layout.SCORE] + 0, turn, at, moves[number]
                    if status == layout.COMPLETE:
                        break
                if status != layout.RUNNING:
                    continue
                spare = max_cards(game, row, waits) - best - 1 if game.partial else spare_actions(game, row, waits)
                if spare < 0:
                    continue
                code = hash_of(words[new])
                spot = np.int64(code) & mask
                while buckets[spot] > 0 and not same_key(
                    words[there + buckets[spot] - 1], words[new], layout.KEY_WORDS
                ):
                    spot = (spot + 1) & mask
                if buckets[spot] > 0:
                    other = buckets[spot] - 1
                    if rows[there + other, layout.TOKENS] < row[layout.TOKENS]:
                        words[there + other, layout.KEY_WORDS] = words[new, layout.KEY_WORDS]
                        parent[other] = at
                        step[other] = moves[number]
                    continue
                buckets[spot] = children + 1
                noise = float(np.int64(mixed(code + np.uint64(seed))) & 1023) / 1024.0
                value[children] = -promise(game, row, spare, weights, noise)
                parent[children] = at
                step[children] = moves[number]
                children += 1
            if best == full:
                break
        buckets[: mask + 1] = 0
        if best == full or children == 0:
            break
        alive = min(children, width)
        order = np.argsort(value[:children])[:alive] if children > width else np.arange(children)
        order.sort()
        for place in range(alive):
            source = order[place]
            if source != place:
                for word in range(layout.WORDS):
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
    """Memory for beams up to `width`, for one thread at a time."""

    def __init__(self, width: int) -> None:
        self.width = width
        children = width * MAX_CHILDREN
        rows, words = packed_positions(2 * children)
        self.arrays = BeamArrays(
            rows,
            words,
            line=np.zeros(MAX_TURNS, np.int64),
            value=np.zeros(children),
            buckets=np.zeros(1 << (2 * children - 1).bit_length(), np.int64),
            parent=np.zeros(children, np.int32),
            step=np.zeros(children, np.int32),
            parents=np.zeros((MAX_TURNS, width), np.int32),
            steps=np.zeros((MAX_TURNS, width), np.int32),
        )

    def search(self, game: OpenGame, row: PackedPosition, width: int, attempt: int) -> tuple[int, list[int]]:
        """The number of cards on the fireworks at the best end, and the moves that lead there."""
        self.arrays.rows[0] = row
        weights = WEIGHTS[attempt % len(WEIGHTS)]
        best, length = beam(game, self.arrays, width, weights, attempt)
        return int(best), self.arrays.line[:length].tolist()
