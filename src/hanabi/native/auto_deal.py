"""Games that deal themselves: a state, and the fate that says which cards come.

`blank` is a state that was dealt from an unshuffled deck: a new game is a copy of it with faces swapped, because which
card *ids* lie where does not depend on what they show.
"""

from typing import Any

import numpy as np

from hanabi.native import inline
from hanabi.native.action_ids import has_reward_choices, is_reshuffle
from hanabi.native.counter_rng import PLACE_OF_FIRST, PLACE_OF_RESHUFFLE, below, key_of_deal, settle, shuffle_tiles

# Which stream of numbers this game draws from, how many deals it has had; of this deal, how many cards are decided and
# how many actions were taken.
FATE = np.dtype([("key", np.uint64), ("deals", np.int64), ("settled", np.int64), ("actions", np.int64)], align=True)

CHANCE_STARTS = -1


@inline
def deal_next(r: Any, blank: Any, states: Any, fates: Any, place: int, seed: int, game: int, first: int) -> None:
    """The next deal of this game. A reward tile can put a card back into the deck: then all cards are decided now."""
    states[place] = blank
    s, fate = states[place], fates[place]
    key = key_of_deal(seed, game, fate.deals)
    fate.key = key
    fate.deals += 1
    fate.actions = 0
    if has_reward_choices(r):
        shuffle_tiles(s, key)
        fate.settled = r.cards
    else:
        fate.settled = min(s.top + 1, r.cards)
    for place in range(fate.settled):
        settle(r, s, key, place)
    s.player = below(key, PLACE_OF_FIRST, r.players) if first == CHANCE_STARTS else first


@inline
def reshuffle_depth(r: Any, s: Any, key: int, action: int) -> Any:
    """How many cards chance leaves above the card that this action reshuffles; 0 for every other action."""
    if not is_reshuffle(r, action):
        return 0
    return below(key, PLACE_OF_RESHUFFLE + s.turned, r.cards - s.top + 1)


@inline
def settle_top(r: Any, s: Any, fate: Any) -> None:
    """After an action: decide the next card, if the one that was is gone."""
    fate.actions += 1
    if fate.settled == s.top and s.top < r.cards:
        settle(r, s, fate.key, s.top)
        fate.settled += 1
