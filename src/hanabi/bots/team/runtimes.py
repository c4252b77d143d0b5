"""A mind with the functions that update it, as ordinary Python or compiled."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from hanabi.bots.team.engine import card_sets, policy, updates
from hanabi.bots.team.engine.layout import Mind, ObservedMove, TurnStatus
from hanabi.bots.team.engine.partners import FIRST_ODDS, KNOWN
from hanabi.bots.team.fitted_choice import choice_for, chooses_as_people, favored_by_people, has_unknown_partner
from hanabi.bots.team.observed_moves import MoveObserver, StartPosition
from hanabi.kernels import MAX_HAND, Rules, blank
from hanabi.kernels.layout import MAX_PLAYERS
from hanabi.rules import View

if TYPE_CHECKING:
    from hanabi.compiled.dtypes import Records

STRANGERS: Sequence[int] = (FIRST_ODDS,) * MAX_PLAYERS


def new_mind(r: Rules, odds: Sequence[int] = (KNOWN,) * MAX_PLAYERS) -> Mind:
    """A mind before its first game, with the weights of a careful choice; `odds` are by seat."""
    m: Mind = blank(Mind)
    m.partners.first_odds = list(odds)
    vars(m.weights).update(choice_for(r.players))
    return m


class Runtime(Protocol):
    @property
    def mind(self) -> Mind: ...

    def observe_move(self, move: ObservedMove, status: TurnStatus) -> None: ...

    def choose(self) -> int: ...


def start_mind(
    r: Rules,
    me: int,
    conventions: int,
    start: StartPosition,
    odds: Sequence[int] = STRANGERS,
    remembered: Mapping[int, int] = MappingProxyType({}),
) -> Mind:
    """The mind of a seat at the start of its history; `odds` are by seat, `remembered` those from earlier games."""
    m = new_mind(r, odds)
    m.partners.strict = int(has_unknown_partner(odds, r.players, me))
    updates.reset_mind(r, m, me, conventions)
    updates.set_status(r, m, start.status)
    m.table.fireworks, m.table.lost = list(start.fireworks), list(start.lost)
    for seat, hand in enumerate(start.dealt):
        m.table.held[seat] = len(hand)
        m.table.kinds[seat * MAX_HAND : seat * MAX_HAND + len(hand)] = hand
    for seat, value in remembered.items():
        m.partners.odds[seat] = value
    card_sets.update_sets(r, m)
    return m


class PlainRuntime:
    """Starts at once; a choice takes about a millisecond, or ten when it is made as people do."""

    def __init__(self, r: Rules, mind: Mind) -> None:
        self._rules, self.mind = r, mind

    def observe_move(self, move: ObservedMove, status: TurnStatus) -> None:
        updates.observe_move(self._rules, self.mind, move)
        updates.set_status(self._rules, self.mind, status)

    def choose(self) -> int:
        r, mind = self._rules, self.mind
        as_people = chooses_as_people(mind.partners.odds, r.players, mind.me)
        vars(mind.weights).update(choice_for(r.players, as_people=as_people))
        move = policy.choose(r, mind)
        return favored_by_people(r, mind) if as_people and mind.choice.count else move


class CompiledRuntime:
    """For thousands of games: needs Numba, and most of a minute to compile the first time on a machine."""

    def __init__(self, r: Rules, mind: Mind) -> None:
        from hanabi.bots.team.compiled import games
        from hanabi.compiled.dtypes import pack

        self._plain_rules, self._me = r, mind.me
        self._games = games
        self._rules, self._minds = packed(r), pack(mind, games.MIND)

    @property
    def mind(self) -> Mind:
        from hanabi.compiled.dtypes import unpack

        mind: Mind = unpack(self._minds, blank(Mind))
        return mind

    def observe_move(self, move: ObservedMove, status: TurnStatus) -> None:
        self._games.call_observe_move(self._rules, self._minds, move, status)

    def choose(self) -> int:
        record, r = self._minds[0], self._plain_rules
        as_people = chooses_as_people(record["partners"]["odds"].tolist(), r.players, self._me)
        for name, value in choice_for(r.players, as_people=as_people).items():
            record["weights"][name] = value
        move = int(self._games.call_choose(self._rules, self._minds))
        if as_people and record["choice"]["count"]:
            mind = self.mind
            move = favored_by_people(r, mind)
            record["choice"]["reason"], record["choice"]["chosen"] = mind.choice.reason, mind.choice.chosen
        return move


def follow_view(view: View, conventions: int) -> Iterator[tuple[ObservedMove | None, PlainRuntime]]:
    """The viewer's mind at the beginning of its history, with no move, then after each action.

    It is the same runtime each time.
    """
    assert view.seat is not None
    start = StartPosition.of(view)
    runtime = PlainRuntime(view.rule_tables, start_mind(view.rule_tables, view.seat, conventions, start))
    observer = MoveObserver(view.rules, len(view.names), start)
    yield None, runtime
    for events in view.history:
        move, status = observer.observe(events)
        runtime.observe_move(move, status)
        yield move, runtime


@lru_cache(maxsize=64)
def packed(r: Rules) -> "Records":
    from hanabi.compiled.dtypes import RULES, pack

    return pack(r, RULES)
