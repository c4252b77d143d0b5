"""Compiled bots: kernels of their own beside the referee's, kept apart in the cache.

Numba's cache stamp covers one file only, so the folder is named by a digest of the referee's sources and of every
compiled bot's.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from numba import config, njit

from hanabi.native.cache import KERNELS, NATIVE, cache_folder, digest

BOTS = Path(__file__).parent.parent
SOURCES = (KERNELS, NATIVE, BOTS / "compiled", BOTS / "hat", BOTS / "search")


@cache
def bots_cache_folder() -> Path:
    return cache_folder().parent.parent / "bots" / digest(SOURCES)


@contextmanager
def _cached() -> Iterator[None]:
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(bots_cache_folder())
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def kernel(function: Callable[..., Any]) -> Any:
    with _cached():
        return njit(function, cache=True, nogil=True, error_model="numpy")


def inline(function: Callable[..., Any]) -> Any:
    with _cached():
        return njit(function, cache=True, nogil=True, error_model="numpy", forceinline=True)
