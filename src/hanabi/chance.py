"""Random numbers from a seed: the same on every machine, and verifiable by anyone.

A stream of 64-bit numbers is HMAC-SHA256(key, label + "\\0" + counter as 8 bytes), each digest read as four big-endian
numbers. `below(n)` rejects the numbers that would bias the remainder. A shuffle is Fisher–Yates from the last place
down. A key is 32 secret bytes, or the SHA-256 of "hanabi-seed\\0" and the seed's text. The deck is a shuffle of
`RuleSet.cards` under the label "deck", the tiles one of `TILES` under "tiles", and the place of a card reshuffled by
action number `n` is one draw under "reshuffle n".
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

from hanabi.rules import TILES, Card, RuleSet

T = TypeVar("T")
Seed = int | str | bytes


def key_of(seed: Seed) -> bytes:
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError(f"a secret seed has 32 bytes, not {len(seed)}")
        return seed
    return hashlib.sha256(b"hanabi-seed\0" + str(seed).encode()).digest()


class Stream:
    """Uniformly distributed numbers for one purpose, which the label names."""

    def __init__(self, seed: Seed, label: str) -> None:
        self._numbers = _numbers(key_of(seed), label)

    def below(self, n: int) -> int:
        limit = 2**64 - 2**64 % n
        return next(number for number in self._numbers if number < limit) % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        shuffled_items = list(items)
        for place in range(len(shuffled_items) - 1, 0, -1):
            other = self.below(place + 1)
            shuffled_items[place], shuffled_items[other] = shuffled_items[other], shuffled_items[place]
        return shuffled_items


def _numbers(key: bytes, label: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(key, label.encode() + b"\0" + counter.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8))
        counter += 1


def shuffled_deck(rules: RuleSet, seed: Seed) -> list[Card]:
    return Stream(seed, "deck").shuffled(rules.cards)


def shuffled_tiles(rules: RuleSet, seed: Seed) -> list[str]:
    """The reward tiles in order, if the rules have any."""
    return [tile.value for tile in Stream(seed, "tiles").shuffled(TILES)] if rules.flamboyants else []


def reshuffle_place(seed: Seed, action: int, deck_size: int) -> int:
    """The number of cards above the card that action number `action` puts back."""
    return Stream(seed, f"reshuffle {action}").below(deck_size + 1)
