"""The random numbers of Go's `math/rand`, with which hanab.live shuffles.

An additive lagged Fibonacci generator over 64-bit words, x[n] = x[n-607] + x[n-273]. Go starts it from a fixed state,
the one that the same recurrence reaches after 7.8·10¹² steps from the seed 1, mixed with the words of a small
congruential generator. `go_state.bin` holds that state (607 words, big-endian); a test computes it anew.
"""

from functools import cache
from importlib.resources import files

LENGTH, TAP = 607, 273
WORD = (1 << 64) - 1
MODULUS = (1 << 31) - 1
ZERO_SEED_REPLACEMENT = 89482311
WARM_UP = 20


def step(x: int) -> int:
    """The congruential generator that spreads a seed over the state."""
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
            x = step(x)
        self._state = []
        for word in fixed_state():
            high = step(x)
            middle = step(high)
            x = step(middle)
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
