"""NumPy types of the memory that compiled code works on, and conversion between plain and packed records."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabi.compiled import layout

Records = NDArray[np.void]  # rules, states, …
Numbers = NDArray[np.int64]
Kinds = NDArray[np.int8]
ActionLog = NDArray[np.int16]


_TYPES = {
    (1, True): np.int8,
    (1, False): np.uint8,
    (2, True): np.int16,
    (8, True): np.int64,
}


def dtype_of(record: type) -> np.dtype[np.void]:
    columns: list[Any] = [
        *((name, _TYPES[shape.width, shape.signed], shape.size) for name, shape in layout.fields(record).items()),
        *((name, dtype_of(nested)) for name, nested in layout.nested_records(record).items()),
    ]
    return np.dtype(columns, align=True)


RULES = dtype_of(layout.Rules)
STATE = dtype_of(layout.State)
STATE_BYTES = STATE.itemsize


def pack(plain: Any, dtype: np.dtype[np.void]) -> np.ndarray[Any, np.dtype[np.void]]:
    """A one-element array that holds the plain record."""
    packed = np.zeros(1, dtype)
    _fill(packed, plain)
    return packed


def _fill(packed: np.ndarray[Any, np.dtype[np.void]], plain: Any) -> None:
    for name in packed.dtype.names or ():
        if packed.dtype[name].names:
            _fill(packed[name], getattr(plain, name))
        else:
            packed[name][0] = getattr(plain, name)


def unpack(packed: np.ndarray[Any, np.dtype[np.void]], plain: Any) -> Any:
    """Fill a plain record with Python integers."""
    for name in packed.dtype.names or ():
        if packed.dtype[name].names:
            unpack(packed[name], getattr(plain, name))
        else:
            setattr(plain, name, packed[name][0].tolist())
    return plain
