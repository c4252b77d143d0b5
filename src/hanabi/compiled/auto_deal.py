"""Deals inside compiled loops: a game's state, and the random state that says which cards come.

`blank` is a state that was dealt from an unshuffled deck: a new game is a copy of it with faces swapped, because which
card *ids* lie where does not depend on what they show.
"""

import numpy as np

from hanabi.compiled import action_ids, inline
from hanabi.compiled.arrays import Records
from hanabi.compiled.compilation import Untyped
from hanabi.compiled.counter_rng import (
    PLACE_OF_FIRST,
    PLACE_OF_RESHUFFLE,
    below,
    key_of_deal,
    shuffle_place,
    shuffle_tiles,
)
from hanabi.kernels.layout import Rules, State

# The key of this game's random numbers and how many deals it has had; of this deal, how many cards are shuffled and how
# many actions were taken. Saved batches hold these names.
RANDOM_STATE = np.dtype(
    [("key", np.uint64), ("deals", np.int64), ("settled", np.int64), ("actions", np.int64)], align=True
)

CHANCE_STARTS = -1


@inline
def deal_next(
    r: Rules, blank: Records, states: Records, random_states: Records, place: int, seed: int, game: int, first: int
) -> None:
    """The next deal of this game. Where a reward tile can put a card back, the whole deck is shuffled now."""
    states[place] = blank
    s, random_state = states[place], random_states[place]
    key = key_of_deal(seed, game, random_state.deals)
    random_state.key = key
    random_state.deals += 1
    random_state.actions = 0
    if action_ids.has_reward_choices(r):
        shuffle_tiles(s, key)
        random_state.settled = r.cards
    else:
        random_state.settled = min(s.next_card + 1, r.cards)
    for place in range(random_state.settled):
        shuffle_place(r, s, key, place)
    s.player = below(key, PLACE_OF_FIRST, r.players) if first == CHANCE_STARTS else first


@inline
def reshuffle_depth(r: Rules, s: State, key: int | np.int64, action: int) -> int:
    """How many cards chance leaves above the card that this action reshuffles; 0 for every other action."""
    if not action_ids.is_reshuffle(r, action):
        return 0
    depth: int = below(key, PLACE_OF_RESHUFFLE + s.tiles_turned, r.cards - s.next_card + 1)
    return depth


@inline
def shuffle_next(r: Rules, s: State, random_state: Untyped) -> None:
    """After an action: shuffle the next place of the deck, if the one before has been drawn."""
    random_state.actions += 1
    if random_state.settled == s.next_card and s.next_card < r.cards:
        shuffle_place(r, s, random_state.key, s.next_card)
        random_state.settled += 1
