"""Where compiled kernels are kept.

Numba's own cache stamp covers one file, not the functions it calls in others, and not the
bounds-check flag; so the folder is named by a digest of every kernel source and that flag.
"""

import hashlib
import os
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

KERNELS = Path(__file__).parent.parent / "kernels"
NATIVE = Path(__file__).parent


def digest(folders: tuple[Path, ...] = (KERNELS, NATIVE), flags: str | None = None) -> str:
    """Changes with any source file in these folders."""
    stamp = hashlib.sha256()
    stamp.update((os.environ.get("NUMBA_BOUNDSCHECK", "") if flags is None else flags).encode())
    for folder in folders:
        for file in sorted(folder.glob("*.py")):
            stamp.update(file.name.encode() + b"\0" + file.read_bytes())
    return stamp.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """`$HANABI_CACHE`, or the user's cache folder as the platform has it."""
    chosen = os.environ.get("HANABI_CACHE")
    base = Path(chosen) if chosen else user_cache_path("hanabi", appauthor=False, opinion=False)
    return base / "kernels" / digest()
