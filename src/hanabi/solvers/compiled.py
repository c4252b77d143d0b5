"""Kernels of the solvers, kept apart from the referee's in the cache (see `native/cache.py`)."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba import config, njit

from hanabi.native.cache import KERNELS, NATIVE, cache_folder, digest

SOLVING = Path(__file__).parent


@cache
def solvers_cache_folder() -> Path:
    return cache_folder().parent.parent / "solving" / digest((KERNELS, NATIVE, SOLVING))


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(solvers_cache_folder())
    try:
        return njit(function, cache=True, nogil=True, error_model="numpy", **options)
    finally:
        settings.CACHE_DIR = before


def kernel(function: Callable[..., Any]) -> Any:
    return _compiled(function)


def inline(function: Callable[..., Any]) -> Any:
    return _compiled(function, forceinline=True)
