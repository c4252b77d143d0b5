"""Compiled loops of the analysis, kept apart in the cache by a digest of everything they are made of."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from numba import config, njit

from hanabi.bots.compiled import BOTS
from hanabi.native.cache import KERNELS, NATIVE, cache_folder, digest

F = TypeVar("F", bound=Callable[..., Any])

SOURCES = (
    KERNELS,
    NATIVE,
    BOTS / "compiled",
    BOTS / "hat",
    BOTS / "search",
    BOTS / "team" / "engine",
    BOTS / "team" / "native",
    Path(__file__).parent,
)


@cache
def analysis_cache_folder() -> Path:
    return cache_folder().parent.parent / "analysis" / digest(SOURCES)


def kernel(function: F) -> F:
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(analysis_cache_folder())
    try:
        compiled: F = njit(function, cache=True, nogil=True, error_model="numpy")
        return compiled
    finally:
        settings.CACHE_DIR = before
