"""The two faces of the one referee, behind the same calls: kernels by name on plain records."""

from functools import cache
from importlib import import_module
from typing import Any

from hanabi.kernels import Rules, State, blank

FACES = ("plain", "native")


class Plain:
    """The kernels as ordinary Python."""

    name = "plain"

    def __init__(self, r: Rules, s: State) -> None:
        self.r, self._state = r, s

    @property
    def state(self) -> State:
        return self._state

    def call(self, kernel: str, *args: int) -> Any:
        """`face.call("turn.play", 0, -1)` acts on this face's state."""
        return _kernel("hanabi.kernels", kernel)(self.r, self._state, *args)


class Native:
    """The kernels compiled, on packed memory; `state` is read back as a plain record."""

    name = "native"

    def __init__(self, r: Rules, s: State) -> None:
        from hanabi.compiled.dtypes import RULES, STATE, pack

        self._rules, self.packed = pack(r, RULES), pack(s, STATE)

    @property
    def state(self) -> State:
        from hanabi.compiled.dtypes import unpack

        state: State = unpack(self.packed, blank(State))
        return state

    def call(self, kernel: str, *args: int) -> Any:
        return _kernel("hanabi.compiled", kernel)(self._rules[0], self.packed[0], *args)


def on_face(name: str, r: Rules, s: State) -> Plain | Native:
    faces: dict[str, type[Plain | Native]] = {"plain": Plain, "native": Native}
    return faces[name](r, s)


@cache
def _kernel(package: str, name: str) -> Any:
    module, function = name.split(".")
    return getattr(import_module(f"{package}.{module}"), function)
