"""Arrays in a safetensors file: a length, a JSON header of that length with the place of each array, then their bytes.

The format is read here rather than by the package of that name because these few lines are all of it:
https://github.com/huggingface/safetensors#format
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabi.records.record import RecordError

DTYPES = {
    "BOOL": "|b1", "I8": "|i1", "U8": "|u1", "I16": "<i2", "U16": "<u2", "I32": "<i4", "U32": "<u4", "I64": "<i8",
    "U64": "<u8", "F16": "<f2", "F32": "<f4", "F64": "<f8",
}  # fmt: skip
LONGEST_HEADER = 100_000_000  # the limit of the format


def read_arrays(file: str | Path) -> dict[str, NDArray[Any]]:
    """All arrays by name. A RecordError says what is wrong with the file."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from error
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(LONGEST_HEADER, len(data) - 8):
        raise RecordError("is not a safetensors file: its header is longer than the file")
    try:
        header = json.loads(data[8 : 8 + length])
        places = {name: place for name, place in header.items() if name != "__metadata__"}
        return {name: _array(data, 8 + length, place) for name, place in places.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RecordError(f"is not a safetensors file: {error}") from error


def _array(data: bytes, start: int, place: dict[str, Any]) -> NDArray[Any]:
    dtype, shape = np.dtype(DTYPES[place["dtype"]]), tuple(map(int, place["shape"]))
    begin, end = place["data_offsets"]
    count = int(np.prod(shape, dtype=np.int64))
    if not 0 <= begin <= end <= len(data) - start or end - begin != count * dtype.itemsize or min(shape, default=0) < 0:
        raise ValueError("an array does not fit its place")
    return np.frombuffer(data, dtype, count, start + begin).reshape(shape)
