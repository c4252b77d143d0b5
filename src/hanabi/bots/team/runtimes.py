"""A mind with the functions that update it, as ordinary Python or compiled."""

import importlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

from hanabi.bots.team.choice_trees import favor_of
from hanabi.bots.team.engine import card_sets, policy, updates
from hanabi.bots.team.engine.layout import CELLS, Mind, ObservedMove, TurnStatus
from hanabi.bots.team.fitted_choice import PATIENCE, PATIENCE_WITH_TEAM, are_proven, choice_for
from hanabi.bots.team.move_features import rows_of, table_of
from hanabi.bots.team.observed_moves import StartPosition
from hanabi.kernels.action_ids import is_plain_play
from hanabi.kernels.layout import HIDDEN, MAX_HAND, MAX_PLAYERS, Rules, blank

if TYPE_CHECKING:
    from hanabi.compiled.arrays import Records

# What earlier games showed of partners, by seat: how far they follow conventions, and answer prompts and finesses.
Known = Mapping[int, tuple[int, int]]
NOTHING_KNOWN: Known = {}
STRANGERS: Sequence[int] = (PATIENCE,) * MAX_PLAYERS


class Runtime(Protocol):
    @property
    def mind(self) -> Mind: ...

    def observe_move(self, move: ObservedMove, status: TurnStatus) -> None: ...

    def choose(self) -> int: ...


class PlainRuntime:
    """Starts at once; a choice takes a millisecond or so, and ten where it is made as people do."""

    def __init__(
        self,
        r: Rules,
        me: int,
        conventions: int,
        start: StartPosition,
        known: Known = NOTHING_KNOWN,
        patience: Sequence[int] = STRANGERS,
    ) -> None:
        self._rules, self._adapts = r, _adapts(r, me, patience)
        self.mind: Mind = blank(Mind)
        updates.begin_game(r, self.mind, me, conventions)
        for name, value in _start_fields(r, me, start, patience).items():
            setattr(self.mind, name, value)
        for seat, (follows, answers) in known.items():
            self.mind.follows[seat], self.mind.answers[seat] = follows, answers
        card_sets.update_sets(r, self.mind)

    def observe_move(self, move: ObservedMove, status: TurnStatus) -> None:
        updates.observe_move(self._rules, self.mind, move)
        updates.set_status(self.mind, status)

    def choose(self) -> int:
        mind = self.mind
        as_people = self._adapts and _chooses_as_people(mind.follows, mind.me, self._rules.players, mind.strikes)
        if self._adapts:
            for name, value in _choice(self._rules.players, as_people).items():
                setattr(mind, name, value)
        move = policy.choose(self._rules, mind)
        return favored_by_people(self._rules, mind) if as_people and mind.looked else move


class CompiledRuntime:
    """For thousands of games: needs Numba, and the better part of a minute the first time on a machine."""

    def __init__(
        self,
        r: Rules,
        me: int,
        conventions: int,
        start: StartPosition,
        known: Known = NOTHING_KNOWN,
        patience: Sequence[int] = STRANGERS,
    ) -> None:
        self._me, self._players, self._adapts = me, r.players, _adapts(r, me, patience)
        self._plain_rules = r
        self._calls: ModuleType = importlib.import_module("hanabi.bots.team.compiled.mind_calls")
        self._rules = packed(r)
        self._minds = self._calls.blank_minds(1)
        self._calls.begin_game(self._rules, self._minds, me, conventions)
        for name, value in _start_fields(r, me, start, patience).items():
            self._minds[name][0] = value
        for seat, (follows, answers) in known.items():
            self._minds["follows"][0][seat], self._minds["answers"][0][seat] = follows, answers
        self._calls.update_card_sets(self._rules, self._minds)

    @property
    def mind(self) -> Mind:
        from hanabi.compiled.dtypes import unpack

        made: Mind = unpack(self._minds, blank(Mind))
        return made

    def observe_move(self, move: ObservedMove, status: TurnStatus) -> None:
        self._calls.observe_move(self._rules, self._minds, move, status)

    def choose(self) -> int:
        found, as_people = self._minds[0], False
        if self._adapts:
            as_people = _chooses_as_people(found["follows"], self._me, self._players, int(found["strikes"]))
            for name, value in _choice(self._players, as_people).items():
                found[name] = value
        move = int(self._calls.choose_action(self._rules, self._minds))
        if as_people and found["looked"]:
            mind = self.mind
            move = favored_by_people(self._plain_rules, mind)
            found["reason"], found["chosen"] = mind.reason, mind.chosen
        return move


def _chooses_as_people(follows: Sequence[int], me: int, players: int, strikes: int) -> bool:
    """With these partners, as they have shown themselves so far."""
    return are_proven([int(follows[seat]) for seat in range(players) if seat != me], strikes)


def _choice(players: int, as_people: bool) -> dict[str, int | list[int]]:
    """The fields that make the choice."""
    choice = choice_for(players, as_people=as_people)
    return {"fitted": choice["fitted"], "trust": choice["trust"]}


def favored_by_people(r: Rules, m: Mind) -> int:
    """The best of the moves that were looked at, by their scores and by the trees (see `choice_trees.py`)."""
    scores = dict(zip(m.looked_moves[: m.looked], m.looked_scores[: m.looked], strict=True))
    rows = list(rows_of(r, m, scores))
    table = table_of(r, m)
    best = max(rows, key=lambda row: scores[row.number] + favor_of(row.columns(table)))
    m.reason, m.chosen = best.reason, best.chosen
    return policy.announced(r, m, best.slot) if is_plain_play(r, best.number) else best.number


def _adapts(r: Rules, me: int, patience: Sequence[int]) -> bool:
    """Not all partners are known to be team players."""
    return any(patience[seat] < PATIENCE_WITH_TEAM for seat in range(r.players) if seat != me)


def _start_fields(r: Rules, me: int, start: StartPosition, patience: Sequence[int]) -> dict[str, int | list[int]]:
    """The fields of a mind at the start of the history; `patience` with the partner in each seat."""
    kinds = [HIDDEN] * CELLS
    for seat, hand in enumerate(start.dealt):
        kinds[seat * MAX_HAND : seat * MAX_HAND + len(hand)] = hand
    held = [len(hand) for hand in start.dealt]
    return {
        **start.status._asdict(),
        "kinds": kinds,
        "held": held + [0] * (MAX_PLAYERS - len(held)),
        "fireworks": list(start.fireworks),
        "lost": list(start.lost),
        **choice_for(r.players),
        "patience": list(patience),
        "strict": int(any(0 <= patience[seat] < PATIENCE_WITH_TEAM for seat in range(r.players) if seat != me)),
    }


@lru_cache(maxsize=64)
def packed(r: Rules) -> "Records":
    from hanabi.compiled.dtypes import RULES, pack

    return pack(r, RULES)
