"""Proves that no line wins, by trying every line of the relaxed game (see `layout.OpenGame`).

In the relaxed game an extra token never hurts and a strike never helps. So a position that failed with some tokens
fails with fewer, and the memory keeps the largest number of tokens with which each position failed. In the real game
each number of tokens and strikes is a position of its own.
"""

from typing import NamedTuple

import numpy as np

from hanabi.kernels.layout import MAX_CARDS
from hanabi.solvers import layout
from hanabi.solvers.beam_search import MAX_CHILDREN, MAX_TURNS, hash_of, same_key
from hanabi.solvers.bounds import WAIT, max_cards, spare_actions
from hanabi.solvers.layout import Numbers, OpenGame, PackedPosition, PackedPositions, kernel, packed_positions
from hanabi.solvers.moves import list_moves, make_move
from hanabi.solvers.shared_hand import FAILED, FOUND, GAVE_UP, share_hands

SHARED = 1 << 18


class ProofArrays(NamedTuple):
    """Memory for complete searches."""

    rows: PackedPositions  # the current line, position by position
    words: Numbers  # the same memory
    memory_rows: PackedPositions  # failed positions, with the largest number of tokens; empty: tokens -1
    memory: Numbers  # the same memory
    line: Numbers


@kernel
def search_all(game: OpenGame, arrays: ProofArrays, target: int, limit: int) -> tuple[int, int, int]:
    """Look for a line from `arrays.rows[0]` that puts `target` cards on the fireworks, and write it to `arrays.line`.

    Gives up after `limit` positions. The memory must be empty and have room for more than that.

    Returns FAILED, FOUND or GAVE_UP, the length of the line and the number of positions.
    """
    rows, words, memory_rows, memory, line = arrays
    moves = np.zeros((MAX_TURNS, MAX_CHILDREN), np.int64)
    counts = np.zeros(MAX_TURNS, np.int64)
    tried = np.zeros(MAX_TURNS, np.int64)
    waits = np.zeros(WAIT, np.int64)
    mask = memory.shape[0] - 1
    keys = layout.KEY_WORDS if game.relaxed else layout.WORDS
    depth, nodes = 0, 0
    counts[0] = list_moves(game, rows[0], moves[0])
    while depth >= 0:
        if tried[depth] == counts[depth]:
            # All moves failed: add the position to the memory, unless it is there.
            place = np.int64(hash_of(words[depth])) & mask
            while memory_rows[place, layout.TOKENS] >= 0 and not same_key(memory[place], words[depth], keys):
                place = (place + 1) & mask
            tokens = max(memory_rows[place, layout.TOKENS], rows[depth, layout.TOKENS])
            for word in range(layout.WORDS):
                memory[place, word] = words[depth, word]
            memory_rows[place, layout.TOKENS] = tokens
            depth -= 1
            continue
        move = moves[depth, tried[depth]]
        tried[depth] += 1
        line[depth] = move
        for word in range(layout.WORDS):
            words[depth + 1, word] = words[depth, word]
        status = make_move(game, rows[depth + 1], move)
        if status == layout.COMPLETE or rows[depth + 1, layout.SCORE] >= target:
            return FOUND, depth + 1, nodes
        if status != layout.RUNNING:
            continue
        if game.partial:
            if max_cards(game, rows[depth + 1], waits) < target:
                continue
        elif spare_actions(game, rows[depth + 1], waits) < 0:
            continue
        place = np.int64(hash_of(words[depth + 1])) & mask
        while memory_rows[place, layout.TOKENS] >= 0 and not same_key(memory[place], words[depth + 1], keys):
            place = (place + 1) & mask
        if memory_rows[place, layout.TOKENS] >= rows[depth + 1, layout.TOKENS]:
            continue
        nodes += 1
        if nodes >= limit:
            return GAVE_UP, 0, nodes
        depth += 1
        counts[depth] = list_moves(game, rows[depth], moves[depth])
        tried[depth] = 0
    return FAILED, 0, nodes


class Prover:
    """Memory for complete searches of up to `limit` positions, for one thread at a time."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.arrays = ProofArrays(
            *packed_positions(MAX_TURNS + 1),
            *packed_positions(1 << (limit + limit // 2).bit_length()),
            line=np.zeros(MAX_TURNS, np.int64),
        )
        self.seen = np.zeros(SHARED, np.int64)
        self.stack = np.zeros((MAX_CARDS * MAX_CARDS, 3), np.int64)

    def share_hands(self, game: OpenGame, row: PackedPosition, limit: int) -> int:
        """FAILED if even players who share one hand cannot win."""
        self.seen[:] = -1
        return int(share_hands(game, row, self.seen, self.stack, min(limit, SHARED // 2)))

    def search(self, game: OpenGame, row: PackedPosition, target: int, limit: int) -> tuple[int, list[int], int]:
        """FAILED, FOUND or GAVE_UP; the moves that lead there; the number of positions."""
        self.arrays.rows[0] = row
        self.arrays.memory_rows[:, layout.TOKENS] = -1
        result, length, positions = search_all(game, self.arrays, target, limit)
        return int(result), self.arrays.line[:length].tolist(), int(positions)
