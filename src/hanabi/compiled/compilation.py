"""Compiling and caching kernels: families of them, each with a cache folder of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from numba import config, extending, njit, types

from hanabi.compiled.cache import cache_root, digest

F = TypeVar("F", bound=Callable[..., Any])
# Numba and llvmlite declare no types for what code is emitted with.
Untyped = Any
# What a function that emits its own machine code returns: its signature, and what emits the code.
Intrinsic = tuple[Any, Callable[..., Any]]


class KernelFamily:
    """Kernels compiled from the same source folders, on top of other families.

    The cache folder is named by a digest of all these sources: whatever a kernel calls, editing it compiles the kernel
    anew. Nothing compiles until it is first called.

    Numba compiles a function anew for every constant that a caller passes; with `by_type` once for its type is enough.
    """

    def __init__(
        self, name: str, *folders: Path, below: tuple["KernelFamily", ...] = (), by_type: bool = False
    ) -> None:
        self.name = name
        self.folders = folders
        inherited = [folder for family in below for folder in family.sources]
        self.sources: tuple[Path, ...] = tuple(dict.fromkeys([*inherited, *folders]))
        self._by_type = by_type

    @cached_property
    def cache_folder(self) -> Path:
        return cache_root() / self.name / digest(self.sources)

    def kernel(self, function: F) -> F:
        return self._compiled(function)

    def inline(self, function: F) -> F:
        return self._compiled(function, forceinline=True)

    def intrinsic(self, function: Callable[..., Any]) -> Any:
        """A function that emits its own machine code."""
        return extending.intrinsic(function)

    def _compiled(self, function: F, **options: Any) -> F:
        with _cached_in(self.cache_folder):
            dispatcher: F = njit(function, cache=True, nogil=True, error_model="numpy", **options)
        if self._by_type:
            _compile_by_type(dispatcher)
        return dispatcher


@contextmanager
def _cached_in(folder: Path) -> Iterator[None]:
    """Numba reads its cache folder when a function is decorated; other users of Numba keep theirs."""
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def _compile_by_type(dispatcher: Any) -> None:
    by_constant = dispatcher.get_call_template
    typed: Any = types.unliteral

    def by_type(arguments: Any, named: Any) -> Any:
        return by_constant(tuple(map(typed, arguments)), {name: typed(kind) for name, kind in named.items()})

    dispatcher.get_call_template = by_type
