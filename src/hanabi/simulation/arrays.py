"""The arrays a batch writes into: their shapes, and the check of arrays that the caller supplies."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabi.kernels.layout import Rules

Shapes = dict[str, tuple[tuple[int, ...], Any]]


def shapes_for(r: Rules, games: int, observe: str | None, size: int, *, keep_final: bool) -> Shapes:
    """Name, shape and type of every array that such a batch writes."""
    shapes: Shapes = {
        "rewards": ((games,), np.float32),
        "ends": ((games,), np.uint8),
        "legal": ((games, r.actions), np.uint8),
        "seats": ((games,), np.int8),
        "scores": ((games,), np.int32),
    }
    rows = {None: None, "player": (games, size), "all": (games, r.players, size)}[observe]
    if rows is not None:
        shapes["observations"] = (rows, np.uint8)
        if keep_final:
            shapes["final_observations"] = (rows, np.uint8)
    return shapes


def checked_array(name: str, array: Any, shapes: Shapes) -> NDArray[Any]:
    """The array, if compiled loops can write into it directly; anything else is refused."""
    if name not in shapes:
        raise ValueError(f"this batch writes no {name!r}; it writes {', '.join(shapes)}")
    shape, dtype = shapes[name]
    wanted = f"{name} must be a writable NumPy array without gaps, of shape {shape} and type {np.dtype(dtype)}"
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{wanted}, not {type(array).__name__}")
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"{wanted}; this one has shape {array.shape} and type {array.dtype}")
    if not array.flags.c_contiguous or not array.flags.writeable or not array.flags.aligned:
        raise ValueError(f"{wanted}; this one is read-only, has gaps or is not aligned")
    return array


def zeros(name: str, shapes: Shapes) -> NDArray[Any]:
    shape, dtype = shapes[name]
    return np.zeros(shape, dtype)


def checked_actions(actions: Any, games: int, buffer: NDArray[np.int64]) -> NDArray[np.int64]:
    """Action numbers ready for the compiled loops; whole numbers of another type go through `buffer`."""
    if type(actions) is np.ndarray and actions.dtype == np.int64 and actions.shape == buffer.shape:  # noqa: SIM102
        if actions.flags.c_contiguous and actions.flags.aligned:
            return actions
    given = np.asarray(actions)
    if given.shape != (games,):
        raise ValueError(f"a step takes one action for each of the {games} games: shape ({games},), not {given.shape}")
    if given.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers such as int64, not {given.dtype}")
    np.copyto(buffer, given, casting="unsafe")
    return buffer
