"""Deals of a batch, shuffled card by card as they are drawn (`kernels/numbered_deals.py` deals whole decks).

In a batch, `blank` is a state that was dealt from an unshuffled deck. A new game is a copy of it with faces swapped:
where each card *id* lies does not depend on its face.
"""

import numpy as np

from hanabi.compiled import action_ids, counter_rng, inline, kernel, numbered_deals
from hanabi.compiled.compilation import Untyped
from hanabi.compiled.dtypes import RULES, STATE, Records
from hanabi.kernels import Rules, State

PLACE_OF_BOTS = 1 << 20  # the first place of the bots' own random numbers (`counter_rng`)


# The key of all deals of a game and their number; then the key of the current deal, its cards shuffled and the actions
# taken in it. Saved batches contain this record.
RANDOM_STATE = np.dtype(
    [("game_key", np.uint64), ("deals", np.int64), ("key", np.uint64), ("settled", np.int64), ("actions", np.int64)],
    align=True,
)

CHANCE_STARTS = -1


@inline
def deal_next(r: Rules, blank: Records, states: Records, random_states: Records, game: int, first: int) -> None:
    """Give this game its next deal. If reward tiles can put cards back, the whole deck is shuffled now."""
    states[game] = blank
    s, random_state = states[game], random_states[game]
    key = counter_rng.random_word(random_state.game_key, random_state.deals)
    random_state.key = key
    random_state.deals += 1
    random_state.actions = 0
    if action_ids.has_reward_choices(r):
        numbered_deals.shuffle_tiles(s, key)
        random_state.settled = r.cards
    else:
        random_state.settled = min(s.next_card + 1, r.cards)
    for place in range(random_state.settled):
        numbered_deals.shuffle_place(r, s, key, place)
    s.player = counter_rng.below(key, numbered_deals.PLACE_OF_FIRST, r.players) if first == CHANCE_STARTS else first


@inline
def shuffle_next(r: Rules, s: State, random_state: Untyped) -> None:
    """After an action: if the last shuffled card was drawn, shuffle the next place of the deck."""
    random_state.actions += 1
    if random_state.settled == s.next_card and s.next_card < r.cards:
        numbered_deals.shuffle_place(r, s, random_state.key, s.next_card)
        random_state.settled += 1


@kernel
def shuffle_rest(rules: Records, state: Records, key: int, settled: int) -> None:
    """Shuffle the rest of a deck, with the same result as card by card."""
    r, s = rules.view(RULES)[0], state.view(STATE)[0]
    for place in range(settled, r.cards):
        numbered_deals.shuffle_place(r, s, key, place)
