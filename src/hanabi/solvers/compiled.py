"""Kernels of the solvers, kept apart from the referee's in the cache (see `native/cache.py`)."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from numba import config, njit

from hanabi.native.cache import KERNELS, NATIVE, cache_folder, digest

F = TypeVar("F", bound=Callable[..., Any])

SOLVING = Path(__file__).parent


@cache
def solvers_cache_folder() -> Path:
    return cache_folder().parent.parent / "solving" / digest((KERNELS, NATIVE, SOLVING))


def _compiled(function: F, **options: Any) -> F:
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(solvers_cache_folder())
    try:
        compiled: F = njit(function, cache=True, nogil=True, error_model="numpy", **options)
        return compiled
    finally:
        settings.CACHE_DIR = before


def kernel(function: F) -> F:
    return _compiled(function)


def inline(function: F) -> F:
    return _compiled(function, forceinline=True)
