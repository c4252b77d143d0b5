"""The numbered deals of a seed, the same wherever they are dealt."""

import numpy as np

from hanabi.compiled import counter_rng, deal, kernel
from hanabi.compiled.arrays import Kinds
from hanabi.kernels.layout import TILES, Rules, State

PLACE_OF_BOTS = 1 << 20  # bots' own random numbers start at this place of a deal's


@kernel
def deal_game(r: Rules, s: State, cards: Kinds, seed: int, game: int) -> np.int64:
    """Deal a game whose whole deck, sorted, is `cards`; returns the key of its random numbers."""
    key = counter_rng.key_of_deal(seed, game, 0)
    for place in range(r.cards):
        s.faces[place] = cards[place]
    for place in range(r.cards):
        counter_rng.shuffle_place(r, s, key, place)
    for place in range(TILES):
        s.tiles[place] = place
    counter_rng.shuffle_tiles(s, key)
    deal.deal(r, s, 0)
    return np.int64(key)
