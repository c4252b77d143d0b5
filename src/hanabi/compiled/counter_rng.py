"""Random numbers for compiled loops. They depend only on a key and a place, so the order of work cannot change them.

A number is SplitMix64's output function of `key + (place + 1) * GOLDEN`. The key of a game's n-th deal comes from the
batch's seed, the game's place in the batch and n, so the same seed deals the same games on every machine and any number
of threads.

Places below 128 shuffle the deck: forward Fisher–Yates, place `p` of the deck swaps with one of the places from `p` on.
It can therefore wait until the card is drawn. The other uses have the blocks of places named below.
"""

from typing import Any

import numpy as np

from hanabi.compiled import inline, kernel, layout
from hanabi.compiled.dtypes import RULES, STATE, Numbers, Records
from hanabi.kernels import Rules, State

PLACE_OF_TILES = 128  # shuffling the reward tiles in the same way
PLACE_OF_RESHUFFLE = 144  # the depth of a reshuffled card: one place per tile turned
PLACE_OF_FIRST = 160  # the starting seat, if it is random
PLACE_OF_CHOICES = 1 << 32  # random actions, one place per move

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_ONE = np.uint64(0xBF58476D1CE4E5B9)
_TWO = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@inline
def mixed(number: int | np.uint64) -> np.uint64:
    z = np.uint64(number)
    z = (z ^ (z >> _30)) * _ONE
    z = (z ^ (z >> _27)) * _TWO
    return z ^ (z >> _31)


@inline
def below(key: int | np.int64 | np.uint64, place: int, n: int) -> Any:
    """A number from 0 to n - 1; its bias is below n parts in four billion."""
    number = mixed(np.uint64(key) + np.uint64(place + 1) * GOLDEN)
    return np.int64((number >> _32) * np.uint64(n) >> _32)


@inline
def next_below(stream: Numbers, n: int) -> int:
    """The next number from 0 to n - 1 of a stream, which is an array of its key and its place."""
    stream[1] += 1
    number: int = below(stream[0], stream[1], n)
    return number


@inline
def key_of_game(seed: int | np.uint64, game: int) -> np.uint64:
    """From which the keys of all deals of a game come."""
    return mixed(mixed(np.uint64(seed) + GOLDEN) + np.uint64(game + 1) * GOLDEN)


@inline
def next_key(game_key: int | np.uint64, deal: int) -> np.uint64:
    return mixed(np.uint64(game_key) + np.uint64(deal + 1) * GOLDEN)


@kernel
def key_of_deal(seed: int, game: int, deal: int) -> np.uint64:
    return next_key(key_of_game(seed, game), deal)


@inline
def shuffle_place(r: Rules, s: State, key: int | np.int64 | np.uint64, place: int) -> None:
    """Swap the face at this place of the deck with one not yet shuffled. Card ids do not move."""
    other = place + below(key, place, r.cards - place)
    face = s.faces[place]
    s.faces[place] = s.faces[other]
    s.faces[other] = face


@inline
def shuffle_tiles(s: State, key: int | np.int64 | np.uint64) -> None:
    for place in range(layout.TILES):
        other = place + below(key, PLACE_OF_TILES + place, layout.TILES - place)
        tile = s.tiles[place]
        s.tiles[place] = s.tiles[other]
        s.tiles[other] = tile


@kernel
def shuffle_rest(rules: Records, state: Records, key: int | np.int64 | np.uint64, settled: int) -> None:
    """Shuffle the rest of a deck, with the same result as card by card."""
    r, s = rules.view(RULES)[0], state.view(STATE)[0]
    for place in range(settled, r.cards):
        shuffle_place(r, s, key, place)
