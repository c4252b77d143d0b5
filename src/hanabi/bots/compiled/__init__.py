"""Compiled bots: kernels of their own beside the referee's, kept apart in the cache.

Numba's cache stamp covers one file only, so the folder is named by a digest of the referee's sources and of every
compiled bot's.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from numba import config, njit

from hanabi.native.cache import KERNELS, NATIVE, cache_folder, digest

F = TypeVar("F", bound=Callable[..., Any])

BOTS = Path(__file__).parent.parent
BELOW = (KERNELS, NATIVE, BOTS / "compiled", BOTS / "hat")


@cache
def bots_cache_folder(bot: str) -> Path:
    """For the kernels in the folder `bot`; the searching player is built on all the others."""
    sources = (*BELOW, BOTS / bot) if bot == "search" else BELOW
    return cache_folder().parent.parent / "bots" / f"{bot}-{digest(sources)}"


@contextmanager
def _cached(function: Callable[..., Any]) -> Iterator[None]:
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(bots_cache_folder(function.__module__.split(".")[2]))
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def kernel(function: F) -> F:
    with _cached(function):
        compiled: F = njit(function, cache=True, nogil=True, error_model="numpy")
        return compiled


def inline(function: F) -> F:
    with _cached(function):
        compiled: F = njit(function, cache=True, nogil=True, error_model="numpy", forceinline=True)
        return compiled
