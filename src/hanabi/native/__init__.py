"""The referee compiled by Numba: batches, bots, search. Nothing compiles until it is first called."""

from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba import config, extending, njit, types

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


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    """Numba would compile a function anew for every constant that a caller passes; once for its type is enough."""
    with _cached():
        dispatcher = njit(function, cache=True, nogil=True, error_model="numpy", **options)
    by_constant = dispatcher.get_call_template
    typed: Any = types.unliteral

    def by_type(arguments: Any, named: Any) -> Any:
        return by_constant(tuple(map(typed, arguments)), {name: typed(kind) for name, kind in named.items()})

    dispatcher.get_call_template = by_type
    return dispatcher


def kernel(function: Callable[..., Any]) -> Any:
    return _compiled(function)


def intrinsic(function: Callable[..., Any]) -> Any:
    """A function that says itself what machine code it becomes."""
    return extending.intrinsic(function)


def inline(function: Callable[..., Any]) -> Any:
    return _compiled(function, forceinline=True)
