"""A mind with the functions that work it, as ordinary Python or compiled."""

import importlib
from functools import lru_cache
from typing import Any, Protocol

from hanabi.bots.team.engine import card_sets, policy, updates
from hanabi.bots.team.engine.layout import CELLS, Mind
from hanabi.bots.team.engine.weights import weights_for
from hanabi.bots.team.observed_moves import ObservedMove, StartPosition, TurnStatus
from hanabi.kernels.layout import HIDDEN, MAX_HAND, MAX_PLAYERS, Rules, blank


class Runtime(Protocol):
    @property
    def mind(self) -> Mind: ...

    def watch(self, move: ObservedMove, then: TurnStatus) -> None: ...

    def choose(self) -> int: ...


class PlainRuntime:
    """Starts at once; a choice takes a millisecond or so."""

    def __init__(self, r: Rules, me: int, level: int, opening: StartPosition) -> None:
        self._rules = r
        self.mind: Mind = blank(Mind)
        updates.sit_down(r, self.mind, me, level)
        for name, value in _openings(r, opening, len(self.mind.weights)).items():
            setattr(self.mind, name, value)
        card_sets.survey(r, self.mind)

    def watch(self, move: ObservedMove, then: TurnStatus) -> None:
        updates.watch(self._rules, self.mind, *move)
        for name, value in zip(then._fields, then, strict=True):
            setattr(self.mind, name, value)

    def choose(self) -> int:
        return policy.choose(self._rules, self.mind)


class CompiledRuntime:
    """For thousands of games: needs Numba, and the better part of a minute the first time on a machine."""

    def __init__(self, r: Rules, me: int, level: int, opening: StartPosition) -> None:
        self._calls: Any = importlib.import_module("hanabi.bots.team.native.mind_calls")
        self._rules = packed(r)
        self._minds = self._calls.blank_minds(1)
        self._calls.start_mind(self._rules, self._minds, me, level)
        for name, value in _openings(r, opening, self._minds["weights"].shape[1]).items():
            self._minds[name][0] = value
        self._calls.survey_mind(self._rules, self._minds)

    @property
    def mind(self) -> Mind:
        from hanabi.native.dtypes import unpack

        made: Mind = unpack(self._minds, blank(Mind))
        return made

    def watch(self, move: ObservedMove, then: TurnStatus) -> None:
        self._calls.watch_turn(self._rules, self._minds, *move, *then)

    def choose(self) -> int:
        return int(self._calls.choose_move(self._rules, self._minds))


def _openings(r: Rules, opening: StartPosition, weights: int) -> dict[str, Any]:
    """The fields of a mind where a game is joined."""
    kinds = [HIDDEN] * CELLS
    for seat, hand in enumerate(opening.dealt):
        kinds[seat * MAX_HAND : seat * MAX_HAND + len(hand)] = hand
    held = [len(hand) for hand in opening.dealt]
    return {
        **opening.standing._asdict(),
        "kinds": kinds,
        "held": held + [0] * (MAX_PLAYERS - len(held)),
        "fireworks": list(opening.fireworks),
        "lost": list(opening.lost),
        "weights": weights_for(r.players, weights),
    }


@lru_cache(maxsize=64)
def packed(r: Rules) -> Any:
    from hanabi.native.dtypes import RULES, pack

    return pack(r, RULES)
