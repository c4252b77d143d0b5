"""The levels of conventions. Every convention has a switch: one bit of the mask that a mind carries.

A convention is a module of `conventions`, which names its level and its number there: `KNOWS = switch(BASIC, 0)`.
"""

import pkgutil
from collections.abc import Iterable
from functools import cache
from importlib import import_module

PLAIN = 0  # no conventions: a clue says only what it says
BASIC, CONNECTED, FINESSING, EXPERT = range(1, 5)
ROOM = 12  # for the switches of one level


def switch(level: int, number: int) -> int:
    """The switch of a convention that a level adds to those before it; `number` tells it from the others."""
    return 1 << (level - 1) * ROOM + number


@cache
def switches() -> dict[str, int]:
    """Every convention's switch, by level and number."""
    folder = import_module(".conventions", __package__)
    modules = [import_module(f"{folder.__name__}.{info.name}") for info in pkgutil.iter_modules(folder.__path__)]
    switched = {module.__name__.rpartition(".")[2]: module.KNOWS for module in modules if hasattr(module, "KNOWS")}
    return dict(sorted(switched.items(), key=lambda item: item[1]))


def conventions_at(level: int, without: Iterable[str] = ()) -> int:
    """The mask of a level's conventions, `without` those named. Level PLAIN has none."""
    unknown = sorted(set(without) - switches().keys())
    if unknown:
        raise ValueError(f"there is no convention {unknown[0]!r}: choose from {', '.join(switches())}")
    return sum(bit for name, bit in switches().items() if bit < switch(level + 1, 0) and name not in set(without))
