"""The arrays of a batch: their shapes, checks of arrays that the caller supplies, and a batch as bytes.

A saved batch is a line of JSON, the header, and then the memory of its arrays.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabi.compiled.dtypes import STATE
from hanabi.compiled.seeded_deals import RANDOM_STATE
from hanabi.kernels import Rules

FORMAT = "hanabi batch 1"
_RECORDS = json.loads(json.dumps([STATE.descr, RANDOM_STATE.descr]))


class SavedBatchError(ValueError):
    """Bytes that are not a saved batch, or were saved by another version."""


def pack_batch(settings: Mapping[str, Any], arrays: Sequence[NDArray[Any]]) -> bytes:
    sizes = [array.nbytes for array in arrays]
    head = json.dumps({"format": FORMAT, "records": _RECORDS, "sizes": sizes, "batch": settings})
    return b"\n".join([head.encode(), b"".join(array.tobytes() for array in arrays)])


def unpack_batch(saved: bytes, count: int) -> tuple[dict[str, Any], list[bytes]]:
    line, _, memory = bytes(saved).partition(b"\n")
    try:
        head = json.loads(line)
        version, sizes, settings = head["format"], head["sizes"], head["batch"]
    except (ValueError, KeyError, TypeError) as error:
        raise SavedBatchError("these bytes are not a saved batch") from error
    if version != FORMAT or _memory_layout(head.get("records")) != _memory_layout(_RECORDS) or len(sizes) != count:
        raise SavedBatchError(f"this batch was saved by another version ({version!r}; this one reads {FORMAT!r})")
    if sum(sizes) != len(memory):
        raise SavedBatchError(f"this saved batch is cut off: {len(memory)} of {sum(sizes)} bytes are there")
    blocks, start = [], 0
    for size in sizes:
        blocks.append(memory[start : start + size])
        start += size
    return settings, blocks


def _memory_layout(records: Any) -> Any:
    """Types and shapes of the fields without their names: all that decides what the bytes mean."""
    return records and [[field[1:] for field in record] for record in records]


def fill_arrays(blocks: Sequence[bytes], arrays: Sequence[NDArray[Any]]) -> None:
    for block, array in zip(blocks, arrays, strict=False):
        if len(block) != array.nbytes:
            raise SavedBatchError(f"a block of {len(block)} bytes does not fit an array of {array.nbytes}")
        array[...] = np.frombuffer(block, array.dtype).reshape(array.shape)


Shapes = dict[str, tuple[tuple[int, ...], Any]]


def shapes_for(r: Rules, games: int, observe: str | int | None, size: int, *, keep_final: bool) -> Shapes:
    """Name, shape and type of every array that the batch writes."""
    shapes: Shapes = {
        "rewards": ((games,), np.float32),
        "ends": ((games,), np.uint8),
        "legal": ((games, r.actions), np.uint8),
        "seats": ((games,), np.int8),
        "scores": ((games,), np.int32),
    }
    if observe is not None:
        rows = (games, r.players, size) if observe == "all" else (games, size)
        shapes["observations"] = (rows, np.uint8)
        if keep_final:
            shapes["final_observations"] = (rows, np.uint8)
    return shapes


def checked_array(name: str, array: Any, shapes: Shapes) -> NDArray[Any]:
    """Return the array if compiled loops can write into it directly; refuse anything else."""
    if name not in shapes:
        raise ValueError(f"this batch writes no {name!r}; it writes {', '.join(shapes)}")
    shape, dtype = shapes[name]
    requirement = f"{name} must be a writable NumPy array without gaps, of shape {shape} and type {np.dtype(dtype)}"
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{requirement}, not {type(array).__name__}")
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"{requirement}; this one has shape {array.shape} and type {array.dtype}")
    if not array.flags.c_contiguous or not array.flags.writeable or not array.flags.aligned:
        raise ValueError(f"{requirement}; this one is read-only, has gaps or is not aligned")
    return array


def zeros(name: str, shapes: Shapes) -> NDArray[Any]:
    shape, dtype = shapes[name]
    return np.zeros(shape, dtype)


def checked_actions(actions: Any, games: int, buffer: NDArray[np.int64]) -> NDArray[np.int64]:
    """Action ids ready for the compiled loops; integers of another type go through `buffer`."""
    if type(actions) is np.ndarray and actions.dtype == np.int64 and actions.shape == buffer.shape:  # noqa: SIM102
        if actions.flags.c_contiguous and actions.flags.aligned:
            return actions
    converted = np.asarray(actions)
    if converted.shape != (games,):
        raise ValueError(
            f"a step takes one action for each of the {games} games: shape ({games},), not {converted.shape}"
        )
    if converted.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers such as int64, not {converted.dtype}")
    np.copyto(buffer, converted, casting="unsafe")
    return buffer
