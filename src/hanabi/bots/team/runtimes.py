"""A mind with the functions that update it, as ordinary Python or compiled."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from hanabi.bots.team.engine import card_sets, policy, updates
from hanabi.bots.team.engine.layout import CELLS, Mind, ObservedMove, TurnStatus
from hanabi.bots.team.fitted_choice import PATIENCE, PATIENCE_WITH_TEAM, are_proven, choice_for, favored_by_people
from hanabi.bots.team.observed_moves import MoveObserver, StartPosition
from hanabi.kernels import HIDDEN, MAX_HAND, Rules, blank
from hanabi.kernels.layout import MAX_PLAYERS
from hanabi.rules import View

if TYPE_CHECKING:
    from hanabi.compiled.dtypes import Records

# What earlier games showed about partners, by seat: how far they follow conventions, and answer prompts and finesses.
PartnerCounts = Mapping[int, tuple[int, int]]
NOTHING_KNOWN: PartnerCounts = {}
STRANGERS: Sequence[int] = (PATIENCE,) * MAX_PLAYERS


class Runtime(Protocol):
    @property
    def mind(self) -> Mind: ...

    def observe_move(self, move: ObservedMove, status: TurnStatus) -> None: ...

    def choose(self) -> int: ...


class PlainRuntime:
    """Starts at once; a choice takes about a millisecond, or ten when it is made as people do."""

    def __init__(
        self,
        r: Rules,
        me: int,
        conventions: int,
        start: StartPosition,
        counts: PartnerCounts = NOTHING_KNOWN,
        patience: Sequence[int] = STRANGERS,
    ) -> None:
        self._rules, self._adapts = r, _adapts(r, me, patience)
        self.mind: Mind = blank(Mind)
        updates.reset_mind(r, self.mind, me, conventions)
        for name, value in _start_fields(r, me, start, patience).items():
            setattr(self.mind, name, value)
        for seat, (follows, answers) in counts.items():
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
        return favored_by_people(self._rules, mind) if as_people and mind.scored else move


class CompiledRuntime:
    """For thousands of games: needs Numba, and most of a minute to compile the first time on a machine."""

    def __init__(
        self,
        r: Rules,
        me: int,
        conventions: int,
        start: StartPosition,
        counts: PartnerCounts = NOTHING_KNOWN,
        patience: Sequence[int] = STRANGERS,
    ) -> None:
        self._me, self._players, self._adapts = me, r.players, _adapts(r, me, patience)
        self._plain_rules = r
        from hanabi.bots.team.compiled import games

        self._games = games
        self._rules = packed(r)
        self._minds = games.blank_minds(1)
        games.call_reset_mind(self._rules, self._minds, me, conventions)
        for name, value in _start_fields(r, me, start, patience).items():
            self._minds[name][0] = value
        for seat, (follows, answers) in counts.items():
            self._minds["follows"][0][seat], self._minds["answers"][0][seat] = follows, answers
        games.call_update_sets(self._rules, self._minds)

    @property
    def mind(self) -> Mind:
        from hanabi.compiled.dtypes import unpack

        mind: Mind = unpack(self._minds, blank(Mind))
        return mind

    def observe_move(self, move: ObservedMove, status: TurnStatus) -> None:
        self._games.call_observe_move(self._rules, self._minds, move, status)

    def choose(self) -> int:
        record, as_people = self._minds[0], False
        if self._adapts:
            as_people = _chooses_as_people(record["follows"], self._me, self._players, int(record["strikes"]))
            for name, value in _choice(self._players, as_people).items():
                record[name] = value
        move = int(self._games.call_choose(self._rules, self._minds))
        if as_people and record["scored"]:
            mind = self.mind
            move = favored_by_people(self._plain_rules, mind)
            record["reason"], record["chosen"] = mind.reason, mind.chosen
        return move


def follow_view(view: View, conventions: int) -> Iterator[tuple[ObservedMove | None, PlainRuntime]]:
    """The viewer's mind at the beginning of its history, with no move, then after each action.

    It is the same runtime each time.
    """
    assert view.seat is not None
    start = StartPosition.of(view)
    runtime = PlainRuntime(view.rule_tables, view.seat, conventions, start)
    observer = MoveObserver(view.rules, len(view.names), start)
    yield None, runtime
    for events in view.history:
        move, status = observer.observe(events)
        runtime.observe_move(move, status)
        yield move, runtime


def _chooses_as_people(follows: Sequence[int], me: int, players: int, strikes: int) -> bool:
    """Whether these partners have shown so far that they know the conventions."""
    return are_proven([int(follows[seat]) for seat in range(players) if seat != me], strikes)


def _choice(players: int, as_people: bool) -> dict[str, int | list[int]]:
    """The fields of a mind that depend on how it chooses."""
    choice = choice_for(players, as_people=as_people)
    return {"fitted": choice["fitted"], "trust": choice["trust"]}


def _adapts(r: Rules, me: int, patience: Sequence[int]) -> bool:
    """Whether some partner is not known to be a team bot."""
    return any(patience[seat] < PATIENCE_WITH_TEAM for seat in range(r.players) if seat != me)


def _start_fields(r: Rules, me: int, start: StartPosition, patience: Sequence[int]) -> dict[str, int | list[int]]:
    """The fields of a mind at the start of the history; `patience` is by seat."""
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
