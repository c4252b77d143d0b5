"""Compiling and caching kernels: families of kernels, each with its own cache folder.

Numba's own cache stamp covers one file, not the functions it calls in others, and not the bounds-check flag. So a
folder is named by a digest of every kernel source and that flag.

The logger `hanabi.compiled` tells what is being compiled: at level DEBUG each kernel, with its name as `kernel`, and
None at the end.
"""

import fcntl
import gc
import hashlib
import logging
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, extending, njit, types, version_info
from numba.core import event
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])
SETTINGS: Any = config
# Numba and llvmlite declare no types for their code builders.
Untyped = Any
# The result of an intrinsic: its signature, and the function that emits its machine code.
Intrinsic = tuple[Any, Callable[..., Any]]
# Other versions of Numba compile kernels in the ordinary way, which takes three times as long.
TESTED_VERSIONS: tuple[tuple[int, int], ...] = ((0, 68),)
# Machine code in the wheels of a platform (hatch_build.py), in the same folders as in the cache.
SHIPPED = Path(__file__).parent / "shipped"
LOG = logging.getLogger("hanabi.compiled")


def source_digest(folders: Iterable[Path], flags: str | None = None) -> str:
    """A digest of all source files in these folders."""
    stamp = hashlib.sha256()
    stamp.update((os.environ.get("NUMBA_BOUNDSCHECK", "") if flags is None else flags).encode())
    for folder in folders:
        for file in sorted(folder.glob("*.py")):
            stamp.update(file.name.encode() + b"\0" + file.read_bytes())
    return stamp.hexdigest()[:16]


@cache
def cache_root() -> Path:
    """`$HANABI_CACHE`, or the platform's cache folder for the user."""
    chosen = os.environ.get("HANABI_CACHE")
    return Path(chosen) if chosen else user_cache_path("hanabi", appauthor=False, opinion=False)


class KernelFamily:
    """Kernels compiled from the same source folders, on top of other families.

    A change in any of these sources changes the digest that names the cache folder, so all kernels compile again.
    Nothing compiles until it is first called.

    Numba compiles a function again for every constant that a caller passes; with `by_type`, once per type.
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
        return cache_root() / self.name / source_digest(self.sources)

    def kernel(self, function: F) -> F:
        return self._compiled(function)

    def loop(self, function: F) -> F:
        """A kernel whose speed matters most. With all that it calls, it never counts an index from the end of an array.

        Numba's extra code for negative indices is left out, and LLVM compiles the functions that it calls for it alone.
        """
        return self._compiled(function, is_loop=True)

    def inline(self, function: F) -> F:
        return self._compiled(function, forceinline=True)

    def intrinsic(self, function: Callable[..., Any]) -> Any:
        """A function that emits its own machine code."""
        return extending.intrinsic(function)

    def _compiled(self, function: F, *, is_loop: bool = False, **options: Any) -> F:
        options |= {"nogil": True, "error_model": "numpy"}
        dispatcher: Any
        with _cached_in(self.cache_folder):
            if version_info.short in TESTED_VERSIONS and not SETTINGS.DISABLE_JIT:
                from hanabi.compiled.kernel_dispatcher import KernelDispatcher

                shipped = SHIPPED / self.cache_folder.relative_to(cache_root())
                dispatcher = KernelDispatcher(
                    function, options, by_type=self._by_type, shipped=shipped, is_loop=is_loop
                )
            else:
                dispatcher = njit(function, cache=True, **options)
                if self._by_type:
                    _compile_by_type(dispatcher)
        _compile_once(dispatcher, self.cache_folder)
        return cast(F, dispatcher)


def has_machine_code(kernel: Any) -> bool:
    """Whether code of a kernel is in the cache or came with the package. Other versions of Numba do not tell."""
    cached: bool = kernel.is_cached() if hasattr(kernel, "is_cached") else True
    return cached


@contextmanager
def _cached_in(folder: Path) -> Iterator[None]:
    """Numba reads its cache folder when a function is decorated; other users of Numba keep theirs."""
    before = SETTINGS.CACHE_DIR
    SETTINGS.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        SETTINGS.CACHE_DIR = before


def _compile_once(dispatcher: Any, folder: Path) -> None:
    """If several processes need a kernel at once, one compiles it; the others wait and load it from the cache."""
    compile_now = dispatcher.compile
    kernel = zlib.crc32(f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__qualname__}".encode())

    def compile_in_turn(signature: Any) -> Any:
        with suppress(OSError):  # the folder cannot be written, so nothing is cached there
            fcntl.lockf(_turns(folder), fcntl.LOCK_EX, 1, kernel)
        try:
            with _no_garbage_collection():
                return compile_now(signature)
        finally:
            with suppress(OSError):
                fcntl.lockf(_turns(folder), fcntl.LOCK_UN, 1, kernel)

    dispatcher.compile = compile_in_turn


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """The compiler creates millions of objects that live until it ends; searching them costs a tenth of its time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _CompilationLog(event.Listener):
    def __init__(self) -> None:
        self._depth = 0

    def on_start(self, event: Any) -> None:
        self._depth += 1
        name = event.data["dispatcher"].py_func.__name__
        LOG.debug("Compiling %s", name, extra={"kernel": name})

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if not self._depth:
            LOG.debug("Compiled", extra={"kernel": None})


event.register("numba:compile", _CompilationLog())  # type: ignore[no-untyped-call]


@cache
def _turns(folder: Path) -> int:
    """An open file in which each kernel has a byte to lock. Closing it would end all locks."""
    folder.mkdir(parents=True, exist_ok=True)
    return os.open(folder / "turns", os.O_RDWR | os.O_CREAT, 0o666)


def _compile_by_type(dispatcher: Any) -> None:
    by_constant = dispatcher.get_call_template
    typed: Any = types.unliteral

    def by_type(arguments: Any, named: Any) -> Any:
        return by_constant(tuple(map(typed, arguments)), {name: typed(kind) for name, kind in named.items()})

    dispatcher.get_call_template = by_type
