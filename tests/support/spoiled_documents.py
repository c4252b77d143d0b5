"""JSON documents with something wrong in them."""

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 70) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


def places(data: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to all parts of a document."""
    yield way
    if isinstance(data, dict | list):
        for step in data if isinstance(data, dict) else range(len(data)):
            yield from places(data[step], (*way, step))


def spoil(document: dict[str, Any], path: Sequence[str | int], value: object) -> dict[str, Any]:
    """A copy with another value at this place; `...` removes it."""
    data = copy.deepcopy(document)
    *way, last = path
    place: Any = data
    try:
        for step in way:
            place = place[step]
        if value is ...:
            del place[last]
        else:
            place[last] = value
    except (KeyError, IndexError, TypeError):
        return document
    return data


def spoiled(document: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """The document with one or two parts replaced or removed."""
    change = st.tuples(st.sampled_from([way for way in places(document) if way]), JUNK | st.just(...))

    def changed(changes: list[tuple[tuple[str | int, ...], object]]) -> dict[str, Any]:
        result = document
        for path, value in changes:
            result = spoil(result, path, value)
        return result

    return st.lists(change, min_size=1, max_size=2).map(changed)
