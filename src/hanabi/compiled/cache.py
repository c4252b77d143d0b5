"""Where compiled kernels are kept, and what their folders are named after.

Numba's own cache stamp covers one file, not the functions it calls in others, and not the
bounds-check flag; so a folder is named by a digest of every kernel source and that flag.
"""

import hashlib
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path


def digest(folders: Iterable[Path], flags: str | None = None) -> str:
    """Changes with any source file in these folders."""
    stamp = hashlib.sha256()
    stamp.update((os.environ.get("NUMBA_BOUNDSCHECK", "") if flags is None else flags).encode())
    for folder in folders:
        for file in sorted(folder.glob("*.py")):
            stamp.update(file.name.encode() + b"\0" + file.read_bytes())
    return stamp.hexdigest()[:16]


@cache
def cache_root() -> Path:
    """`$HANABI_CACHE`, or the user's cache folder as the platform has it."""
    chosen = os.environ.get("HANABI_CACHE")
    return Path(chosen) if chosen else user_cache_path("hanabi", appauthor=False, opinion=False)
