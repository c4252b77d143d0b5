"""A batch as bytes: a line of JSON as the header, then the memory of its arrays."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabi.compiled.auto_deal import RANDOM_STATE
from hanabi.compiled.dtypes import STATE

FORMAT = "hanabi batch 1"
# The bytes of a state mean the same only where the record has the same fields.
_RECORDS = json.loads(json.dumps([STATE.descr, RANDOM_STATE.descr]))


class SavedBatchError(ValueError):
    """Bytes that are no saved batch, or one of another version."""


def pack_batch(settings: Mapping[str, Any], arrays: Sequence[NDArray[Any]]) -> bytes:
    sizes = [array.nbytes for array in arrays]
    head = json.dumps({"format": FORMAT, "records": _RECORDS, "sizes": sizes, "batch": settings})
    return b"\n".join([head.encode(), b"".join(array.tobytes() for array in arrays)])


def unpack_batch(saved: bytes, count: int) -> tuple[dict[str, Any], list[bytes]]:
    line, _, memory = bytes(saved).partition(b"\n")
    try:
        head = json.loads(line)
        known, sizes, settings = head["format"], head["sizes"], head["batch"]
    except (ValueError, KeyError, TypeError) as error:
        raise SavedBatchError("these bytes are no saved batch") from error
    if known != FORMAT or head.get("records") != _RECORDS or len(sizes) != count:
        raise SavedBatchError(f"this batch was saved by another version ({known!r}; this one reads {FORMAT!r})")
    if sum(sizes) != len(memory):
        raise SavedBatchError(f"this saved batch is cut off: {len(memory)} of {sum(sizes)} bytes are there")
    blocks, start = [], 0
    for size in sizes:
        blocks.append(memory[start : start + size])
        start += size
    return settings, blocks


def fill_arrays(blocks: Sequence[bytes], arrays: Sequence[NDArray[Any]]) -> None:
    for block, array in zip(blocks, arrays, strict=False):
        if len(block) != array.nbytes:
            raise SavedBatchError(f"a block of {len(block)} bytes does not fit an array of {array.nbytes}")
        array[...] = np.frombuffer(block, array.dtype).reshape(array.shape)
