"""Deals from a seed inside compiled loops: whole decks for bots, and decks shuffled card by card for batches.

In a batch, `blank` is a state that was dealt from an unshuffled deck. A new game is a copy of it with faces swapped:
where each card *id* lies does not depend on its face.
"""

import numpy as np

from hanabi.compiled import action_ids, counter_rng, deal, inline, kernel
from hanabi.compiled.compilation import Untyped
from hanabi.compiled.dtypes import Kinds, Records
from hanabi.kernels import TILES, Rules, State

PLACE_OF_BOTS = 1 << 20  # the first place of the bots' own random numbers (`counter_rng`)


# The key of all deals of a game and their number; then the key of the current deal, its cards shuffled and the actions
# taken in it. Saved batches contain this record.
RANDOM_STATE = np.dtype(
    [("game_key", np.uint64), ("deals", np.int64), ("key", np.uint64), ("settled", np.int64), ("actions", np.int64)],
    align=True,
)

CHANCE_STARTS = -1


@kernel
def deal_game(r: Rules, s: State, cards: Kinds, seed: int, game: int) -> np.int64:
    """Deal game number `game` from the sorted deck `cards`; returns the key of its random numbers."""
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


@inline
def deal_next(r: Rules, blank: Records, states: Records, random_states: Records, game: int, first: int) -> None:
    """Give this game its next deal. If reward tiles can put cards back, the whole deck is shuffled now."""
    states[game] = blank
    s, random_state = states[game], random_states[game]
    key = counter_rng.next_key(random_state.game_key, random_state.deals)
    random_state.key = key
    random_state.deals += 1
    random_state.actions = 0
    if action_ids.has_reward_choices(r):
        counter_rng.shuffle_tiles(s, key)
        random_state.settled = r.cards
    else:
        random_state.settled = min(s.next_card + 1, r.cards)
    for place in range(random_state.settled):
        counter_rng.shuffle_place(r, s, key, place)
    s.player = counter_rng.below(key, counter_rng.PLACE_OF_FIRST, r.players) if first == CHANCE_STARTS else first


@inline
def reshuffle_depth(r: Rules, s: State, key: int | np.int64, action: int) -> int:
    """The random number of cards above the card that this action reshuffles; 0 for every other action."""
    if not action_ids.is_reshuffle(r, action):
        return 0
    depth: int = counter_rng.below(key, counter_rng.PLACE_OF_RESHUFFLE + s.tiles_turned, r.cards - s.next_card + 1)
    return depth


@inline
def shuffle_next(r: Rules, s: State, random_state: Untyped) -> None:
    """After an action: if the last shuffled card was drawn, shuffle the next place of the deck."""
    random_state.actions += 1
    if random_state.settled == s.next_card and s.next_card < r.cards:
        counter_rng.shuffle_place(r, s, random_state.key, s.next_card)
        random_state.settled += 1
