"""The referee compiled by Numba: batches, bots, search. Nothing compiles until it is first called."""

from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba import config, njit

from hanabi.native.cache import KERNELS, cache_folder

__path__ = [str(Path(__file__).parent), str(KERNELS)]


@contextmanager
def _cached() -> Any:
    """Numba reads its cache folder when a function is decorated; other users of Numba keep theirs."""
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(cache_folder())
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
