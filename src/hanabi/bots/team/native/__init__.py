"""The conventions compiled by Numba, for thousands of games. Nothing compiles until it is first called."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from numba import config, njit

from hanabi.native.cache import KERNELS, NATIVE, cache_folder, digest

F = TypeVar("F", bound=Callable[..., Any])

HERE = Path(__file__).parent
ENGINE = HERE.parent / "engine"
BOTS = HERE.parent.parent
__path__ = [str(HERE), str(ENGINE)]


@cache
def team_cache_folder() -> Path:
    """Named by a digest of everything these kernels are made of (see `hanabi.native.cache`)."""
    sources = (KERNELS, NATIVE, BOTS / "compiled", ENGINE, HERE)
    return cache_folder().parent.parent / "bots" / f"team-{digest(sources)}"


@contextmanager
def _cached() -> Iterator[None]:
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(team_cache_folder())
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def kernel(function: F) -> F:
    with _cached():
        compiled: F = njit(function, cache=True, nogil=True, error_model="numpy")
        return compiled


def inline(function: F) -> F:
    with _cached():
        compiled: F = njit(function, cache=True, nogil=True, error_model="numpy", forceinline=True)
        return compiled
