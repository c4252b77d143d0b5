"""A mind with the functions that work it, as ordinary Python or compiled."""

import importlib
from functools import lru_cache
from typing import Any, Protocol

from hanabi.bots.team.deeds import Deed, Standing
from hanabi.bots.team.engine import choosing, faces, watching
from hanabi.bots.team.engine.layout import Mind
from hanabi.bots.team.engine.weights import weights_for
from hanabi.kernels.layout import HIDDEN, MAX_HAND
from hanabi.plain import Rules, blank


class Brain(Protocol):
    @property
    def mind(self) -> Mind: ...

    def watch(self, deed: Deed, then: Standing) -> None: ...

    def choose(self) -> int: ...


class PlainBrain:
    """Starts at once; a choice takes a millisecond or so."""

    def __init__(self, r: Rules, me: int, first: int, level: int, dealt: tuple[tuple[int, ...], ...]) -> None:
        self._rules = r
        self.mind: Mind = blank(Mind)
        self.mind.weights[:] = weights_for(r.players, len(self.mind.weights))
        watching.sit_down(r, self.mind, me, first, level)
        for seat, hand in enumerate(dealt):
            for slot, kind in enumerate(hand):
                watching.see(self.mind, seat, slot, kind)
        faces.survey(r, self.mind)

    def watch(self, deed: Deed, then: Standing) -> None:
        watching.watch(self._rules, self.mind, *deed)
        for name, value in zip(then._fields, then, strict=True):
            setattr(self.mind, name, value)

    def choose(self) -> int:
        return choosing.choose(self._rules, self.mind)


class CompiledBrain:
    """For thousands of games: needs Numba, and the better part of a minute the first time on a machine."""

    def __init__(self, r: Rules, me: int, first: int, level: int, dealt: tuple[tuple[int, ...], ...]) -> None:
        self._door: Any = importlib.import_module("hanabi.bots.team.native.door")
        self._rules = packed(r)
        self._minds = self._door.blank_minds(1)
        kinds = [kind for hand in dealt for kind in hand + (HIDDEN,) * (MAX_HAND - len(hand))]
        self._minds["weights"][0] = weights_for(r.players, self._minds["weights"].shape[1])
        self._door.sit(self._rules, self._minds, me, first, level, self._door.as_row(kinds))

    @property
    def mind(self) -> Mind:
        from hanabi.native.memory import unpack

        made: Mind = unpack(self._minds, blank(Mind))
        return made

    def watch(self, deed: Deed, then: Standing) -> None:
        self._door.attend(self._rules, self._minds, *deed, *then)

    def choose(self) -> int:
        return int(self._door.decide(self._rules, self._minds))


@lru_cache(maxsize=64)
def packed(r: Rules) -> Any:
    from hanabi.native.memory import RULES, pack

    return pack(r, RULES)
