"""The conventions compiled by Numba, for thousands of games. Nothing compiles until it is first called."""

from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba import config, njit

from hanabi.native.cache import KERNELS, NATIVE, cache_folder, digest

ENGINE = Path(__file__).parent.parent / "engine"
HERE = Path(__file__).parent
__path__ = [str(HERE), str(ENGINE)]


@contextmanager
def _cached() -> Any:
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(cache_folder().parent / digest((KERNELS, NATIVE, ENGINE, HERE)))
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
