"""The open-card game in a few bytes.

With open cards a clue is only a way to pass for a token, and knowledge does not matter. A position fits in a row of 48
bytes: the hands (sorted; a card that nobody needs is USELESS, and so is the second copy of a card in one hand), the
fireworks, the next card of the deck, the player, the turns left, tokens and strikes. The discard pile follows from
these.

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
from hanabi.kernels import MAX_HAND, MAX_KINDS
from hanabi.kernels.layout import MAX_CARDS, MAX_PLAYERS, MAX_SUITS, Grid, Row, Shape

FAMILY = KernelFamily("solvers", Path(__file__).parent, below=(compiled.FAMILY,))
kernel, inline = FAMILY.kernel, FAMILY.inline

HANDS = 0
FIREWORKS = HANDS + MAX_PLAYERS * MAX_HAND
NEXT_CARD = FIREWORKS + MAX_SUITS
PLAYER = NEXT_CARD + 1
TURNS = PLAYER + 1  # turns left in the last round; -1 before it
TOKENS = 40  # the key of a position ends before this byte
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
    """The constants of an open-card game."""

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
    relaxed: int  # a discard is always legal, so the real game has no lines that this one lacks
    partial: int  # any score counts, so a card behind a lost one is useless
    deck: Annotated[Row, Shape((MAX_CARDS,))]
    next_at: Annotated[Grid, Shape((MAX_KINDS, MAX_CARDS + 1))]  # the next copy of a card from a place of the deck on


GAME = dtype_of(OpenGame)


def packed_positions(count: int) -> tuple[PackedPositions, Numbers]:
    """Rows as bytes, and the same memory as words."""
    words = np.zeros((count, WORDS), np.int64)
    return words.view(np.int8).reshape(count, ROW), words
