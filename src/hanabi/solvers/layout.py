"""The open-card game in a few bytes.

When every card lies open a clue is only a way to pass for a token, and what a hand knows does not matter. What is left
of a game fits in a row of 48 bytes: the hands (sorted; a card nobody needs any more is USELESS, and so is the second
copy of a card in one hand), the fireworks, the place in the deck, whose turn it is, the turns left, tokens and strikes.
The discard pile follows from these.

A card is numbered as a kind (`kernels/cards.py`) whose rank index is its step: its place in its firework. So black,
built downwards, needs no branch.
"""

from pathlib import Path
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from hanabi import compiled
from hanabi.compiled.compilation import KernelFamily
from hanabi.compiled.dtypes import dtype_of
from hanabi.kernels.layout import MAX_CARDS, MAX_HAND, MAX_KINDS, MAX_PLAYERS, MAX_SUITS, Grid, Row, Shape

FAMILY = KernelFamily("solvers", Path(__file__).parent, below=(compiled.FAMILY,))
kernel, inline = FAMILY.kernel, FAMILY.inline

HANDS = 0
FIREWORKS = HANDS + MAX_PLAYERS * MAX_HAND
TOP = FIREWORKS + MAX_SUITS
PLAYER = TOP + 1
TURNS = PLAYER + 1  # left in the last round; -1 before it
TOKENS = 40  # from here on the row is not part of what makes two positions the same
STRIKES = 41
SCORE = 42  # cards on all fireworks
ROW = 48
WORDS = ROW // 8
KEY_WORDS = TOKENS // 8

USELESS = 100
EMPTY = 127
NOWHERE = 127

# A move is `what * 128 + card`.
PLAY, ANNOUNCE, DISCARD, MISPLAY, PASS = range(5)
RUNNING, COMPLETE, ENDED = range(3)

PackedPosition = NDArray[np.int8]  # one row
PackedPositions = NDArray[np.int8]  # positions × ROW
Numbers = NDArray[np.int64]


class OpenGame:
    """What does not change while an open-card game is played on."""

    players: int
    hand_size: int
    suits: int
    ranks: int
    cards: int
    clue_tokens: int
    strikes: int
    last_round: int
    empty_clues: int
    announcing: int
    relaxed: int  # a discard is legal with all tokens too: nothing the real game allows is lost
    partial: int  # any score counts: a card behind a lost one is useless
    deck: Annotated[Row, Shape((MAX_CARDS,))]
    next_at: Annotated[Grid, Shape((MAX_KINDS, MAX_CARDS + 1))]  # where, from a place of the deck on, the next copy is


GAME = dtype_of(OpenGame)


def packed_positions(count: int) -> tuple[PackedPositions, Numbers]:
    """Rows as bytes, and the same memory as words."""
    words = np.zeros((count, WORDS), np.int64)
    return words.view(np.int8).reshape(count, ROW), words
