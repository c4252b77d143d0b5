"""`kernels/counter_rng.py` for compiled code."""

import numpy as np

from hanabi.compiled import inline
from hanabi.compiled.compilation import Untyped
from hanabi.compiled.dtypes import Numbers
from hanabi.kernels import counter_rng as plain

_GOLDEN, _ONE, _TWO = np.uint64(plain.GOLDEN), np.uint64(plain.ONE), np.uint64(plain.TWO)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@inline
def mixed(number: int | np.uint64) -> np.uint64:
    z = np.uint64(number)
    z = (z ^ (z >> _30)) * _ONE
    z = (z ^ (z >> _27)) * _TWO
    return z ^ (z >> _31)


@inline
def random_word(key: int | np.uint64, place: int) -> Untyped:
    return mixed(np.uint64(key) + np.uint64(place + 1) * _GOLDEN)


@inline
def below(key: int | np.uint64, place: int, n: int) -> Untyped:
    return np.int64((random_word(key, place) >> _32) * np.uint64(n) >> _32)


@inline
def next_below(stream: Numbers, n: int) -> int:
    """The next number from 0 to n - 1 of a stream, which is an array of its key and its place."""
    stream[1] += 1
    number: int = below(stream[0], stream[1], n)
    return number
