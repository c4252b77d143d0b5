"""Deals inside compiled loops: the cards of one game of a seed, the same wherever they are dealt."""

import numpy as np

from hanabi.bots.compiled import kernel
from hanabi.bots.compiled.arrays import Kinds
from hanabi.kernels.layout import TILES, Rules, State
from hanabi.native import counter_rng
from hanabi.native.deal import deal

LATE = 1 << 20  # where the random numbers of the players begin, after those of the deal


@kernel
def deal_game(r: Rules, s: State, cards: Kinds, seed: int, game: int) -> np.int64:
    """Deal a game whose whole deck, sorted, is `cards`; returns the key of its random numbers."""
    key = counter_rng.key_of_deal(seed, game, 0)
    for place in range(r.cards):
        s.faces[place] = cards[place]
    for place in range(r.cards):
        counter_rng.settle(r, s, key, place)
    for place in range(TILES):
        s.tiles[place] = place
    counter_rng.shuffle_tiles(s, key)
    deal(r, s, 0)
    return np.int64(key)


@kernel
def place_above(r: Rules, s: State, key: int | np.int64, action: int) -> int:
    """How deep a reshuffle puts its card; 0 for every other action."""
    if action < r.first_reshuffle or action >= r.first_rescue:
        return 0
    above: int = counter_rng.below(key, counter_rng.PLACE_OF_RESHUFFLE + s.turned, r.cards - s.top + 1)
    return above
