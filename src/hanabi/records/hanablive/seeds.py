"""hanab.live's seeds: `p4v0s123` is deal 123 for 4 players of variant 0.

hanab.live shuffles with Go's `math/rand`, an additive lagged Fibonacci generator over 64-bit words,
x[n] = x[n-607] + x[n-273]. Go mixes the words of a small congruential generator into a fixed state: the one that the
same recurrence reaches after 7.8·10¹² steps from seed 1. `go_state.bin` contains it (607 words, big-endian).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeVar

T = TypeVar("T")

SEED = re.compile(r"(?:legacy-[^-\s]+-)?(p([2-9])v([0-9]{1,5})s(\S+))", re.ASCII)
ECMA = 0xC96C5795D7870F42  # CRC-64/XZ, reflected
WORD = (1 << 64) - 1
LENGTH, TAP = 607, 273
MODULUS = (1 << 31) - 1
ZERO_SEED_REPLACEMENT = 89482311
WARM_UP = 20


@dataclass(frozen=True)
class Seed:
    text: str
    players: int
    variant: int


def read_seed(text: str) -> Seed | None:
    """Parse a seed; None if the text is not one. A prefix `legacy-…-` does not affect the shuffle."""
    match = SEED.fullmatch(text)
    return None if match is None else Seed(match[1], int(match[2]), int(match[3]))


def crc64(data: bytes) -> int:
    crc = WORD
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (ECMA if crc & 1 else 0)
    return crc ^ WORD


def shuffled(seed: Seed, cards: Sequence[T]) -> list[T]:
    """The deck, top card first; `cards` are in order of suit, rank and copy. The checksum counts as signed."""
    number = crc64(seed.text.encode())
    rng = GoRandom(number - (1 << 64) if number >> 63 else number)
    deck = list(cards)
    for place in range(len(deck)):
        other = rng.below(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def scramble(x: int) -> int:
    """One step of the congruential generator that spreads a seed over the state."""
    return 48271 * x % MODULUS


@cache
def fixed_state() -> tuple[int, ...]:
    words = files("hanabi.records.hanablive").joinpath("go_state.bin").read_bytes()
    return tuple(int.from_bytes(words[at : at + 8], "big") for at in range(0, 8 * LENGTH, 8))


class GoRandom:
    """`rand.New(rand.NewSource(seed))`: only seeds that differ modulo 2³¹ − 1 give different numbers."""

    def __init__(self, seed: int) -> None:
        x = seed % MODULUS or ZERO_SEED_REPLACEMENT
        for _ in range(WARM_UP):
            x = scramble(x)
        self._state = []
        for word in fixed_state():
            high = scramble(x)
            middle = scramble(high)
            x = scramble(middle)
            self._state.append((high << 40 ^ middle << 20 ^ x ^ word) & WORD)
        self._tap, self._feed = 0, LENGTH - TAP

    def int63(self) -> int:
        self._tap = (self._tap - 1) % LENGTH
        self._feed = (self._feed - 1) % LENGTH
        word = self._state[self._feed] = (self._state[self._feed] + self._state[self._tap]) & WORD
        return word & (WORD >> 1)

    def below(self, n: int) -> int:
        """`Intn(n)` for n up to 2³¹ − 1; a power of two takes the low bits of the high half, as Go does."""
        high = self.int63() >> 32
        if n & (n - 1) == 0:
            return high & (n - 1)
        limit = MODULUS - (1 << 31) % n
        while high > limit:
            high = self.int63() >> 32
        return high % n
