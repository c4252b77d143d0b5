"""Files in memory that processes share by inheriting their descriptors."""

import hashlib
import os
import tempfile
from functools import lru_cache


def new_shared_file(size: int, start: bytes) -> int:
    """The descriptor of a file without a name, of zeros after its `start`; in memory where the system has that."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("hanabi")
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, size)
    os.pwrite(descriptor, start, 0)
    return descriptor


@lru_cache(maxsize=20_000)
def keyed_hash(secret: bytes, text: str) -> int:
    """64 bits, never 0; who does not know the secret cannot choose texts that meet."""
    encoded = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(encoded, digest_size=8, key=secret).digest(), "little") or 1
