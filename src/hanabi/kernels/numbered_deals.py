"""The deals of a seed, by number. A deal depends on the seed and its number alone.

The key of a game's n-th deal comes from the batch's seed, the game's place in the batch and n, so the same seed deals
the same games on every machine and any number of threads.

Places below 128 shuffle the deck: forward Fisher–Yates, place `p` of the deck swaps with one of the places from `p` on.
It can therefore wait until the card is drawn. The other uses have the blocks of places named below.
"""

from typing import Any

from . import action_ids, deal, inline, kernel
from .counter_rng import below, random_word
from .layout import TILES, Rules, State

PLACE_OF_TILES = 128  # shuffling the reward tiles in the same way
PLACE_OF_RESHUFFLE = 144  # the depth of a reshuffled card: one place per tile turned
PLACE_OF_FIRST = 160  # the starting seat, if it is random
PLACE_OF_CHOICES = 1 << 32  # random actions, one place per move


@inline
def key_of_game(seed: int, game: int) -> int:
    """From which the keys of all deals of a game come."""
    return random_word(random_word(seed, 0), game)


@kernel
def key_of_deal(seed: int, game: int, number: int) -> int:
    return random_word(key_of_game(seed, game), number)


@inline
def shuffle_place(r: Rules, s: State, key: int, place: int) -> None:
    """Swap the face at this place of the deck with one not yet shuffled. Card ids do not move."""
    other = place + below(key, place, r.cards - place)
    face = s.faces[place]
    s.faces[place] = s.faces[other]
    s.faces[other] = face


@inline
def shuffle_tiles(s: State, key: int) -> None:
    for place in range(TILES):
        other = place + below(key, PLACE_OF_TILES + place, TILES - place)
        tile = s.tiles[place]
        s.tiles[place] = s.tiles[other]
        s.tiles[other] = tile


@kernel
def deal_game(r: Rules, s: State, cards: Any, seed: int, game: int) -> int:
    """Deal game number `game` from the sorted deck `cards`; returns the key of its random numbers."""
    key = key_of_deal(seed, game, 0)
    for place in range(r.cards):
        s.faces[place] = cards[place]
    for place in range(r.cards):
        shuffle_place(r, s, key, place)
    for place in range(TILES):
        s.tiles[place] = place
    shuffle_tiles(s, key)
    deal.deal(r, s, 0)
    return key


@inline
def reshuffle_depth(r: Rules, s: State, key: int, action: int) -> int:
    """The random number of cards above the card that this action reshuffles; 0 for every other action."""
    if not action_ids.is_reshuffle(r, action):
        return 0
    return below(key, PLACE_OF_RESHUFFLE + s.tiles_turned, r.cards - s.next_card + 1)
