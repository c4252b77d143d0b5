"""Is this deal winnable with open cards? The answer is a line, a proof that there is none, or "undecided".

The referee has the last word: a line counts only if the referee accepts every action and the game is won.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from hanabi.kernels import Rules, State, duplicate, layout, legality, turn
from hanabi.kernels.cards import is_on_firework, kind_count
from hanabi.rules import Action, Card, Referee, RuleSet, action_of_id, cards_by_kind, write_action
from hanabi.solvers import model
from hanabi.solvers.beam_search import BeamWorkspace
from hanabi.solvers.layout import PackedPosition
from hanabi.solvers.proof import Prover
from hanabi.solvers.shared_hand import FAILED, FOUND

Status = Literal["winnable", "unwinnable", "undecided"]
WrittenLine = tuple[tuple[Action, ...], tuple[str, ...]]


@dataclass(frozen=True)
class Budget:
    """The effort: the widths of the beam searches, and the positions of each complete search."""

    widths: tuple[int, ...] = (4, 4, 4, 4, 32, 32, 256, 256, 2048, 2048)
    positions: int = 200_000


@dataclass(frozen=True)
class Reason:
    """The reason of an answer, as a key of the catalogs and its values (`say(f"solve.{key}", lang, **values)`)."""

    key: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """`line` has the actions of a winning line from here to the end; `written` has them in the notation of records."""

    status: Status
    reason: Reason
    line: tuple[Action, ...] = ()
    written: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reach:
    """The best score with open cards lies between `low`, which `line` reaches, and `high`, a proven upper bound."""

    low: int
    high: int
    line: tuple[Action, ...] = ()
    written: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        return self.low == self.high


def winnable(
    rules: RuleSet,
    players: int,
    deck: Sequence[Card],
    tiles: Sequence[str] = (),
    first: int = 0,
    budget: Budget | None = None,
) -> Answer:
    """Whether players who see every card, the deck included, can reach a perfect show."""
    return winnable_from(Referee(rules, [str(seat) for seat in range(players)], deck, tiles, first), budget)


def winnable_from(referee: Referee, budget: Budget | None = None) -> Answer:
    """The same from a position. Does not change the referee."""
    budget = budget or Budget()
    r, s = referee.rule_tables, referee.state
    if s.outcome != layout.RUNNING:
        return Answer("winnable" if s.outcome == layout.WON else "unwinnable", Reason("over"))
    if any(r.wins_tile):
        return Answer("undecided", Reason("tiles"))
    if lost := _first_lost(referee):
        return Answer("unwinnable", Reason("lost", {"card": lost}))
    game = model.game_of(r, s)
    row = model.new_row(r, s)
    if late := model.too_late(game, row):
        return Answer("unwinnable", Reason("late", late))
    shared = False
    for attempt, width in enumerate(budget.widths):
        cards, moves = _workspace(width).search(game, row, width, attempt)
        if cards == r.suits * r.ranks and (replayed := _replayed(referee, moves, partial=False)):
            return Answer("winnable", Reason("line", {"actions": len(moves)}), *replayed)
        if width > budget.widths[0] and not shared:
            shared = True
            if _prover(budget.positions).share_hands(game, row, budget.positions) == FAILED:
                return Answer("unwinnable", Reason("hands"))
    return _search_all_lines(referee, row, budget)


def _search_all_lines(referee: Referee, row: PackedPosition, budget: Budget) -> Answer:
    """Search every line, within the budget."""
    r, s = referee.rule_tables, referee.state
    relaxed = model.game_of(r, s, relaxed=True)
    outcome, moves, positions = _prover(budget.positions).search(relaxed, row, r.suits * r.ranks, budget.positions)
    if outcome == FAILED:
        return Answer("unwinnable", Reason("searched", {"positions": positions}))
    if outcome == FOUND:
        # The line may discard although no token is missing; then search the real game.
        strict = model.game_of(r, s)
        if not (replayed := _replayed(referee, moves, partial=False)):
            outcome, moves, positions = _prover(budget.positions).search(
                strict, row, r.suits * r.ranks, budget.positions
            )
            replayed = _replayed(referee, moves, partial=False) if outcome == FOUND else None
        if replayed:
            return Answer("winnable", Reason("line", {"actions": len(moves)}), *replayed)
        if outcome == FAILED and s.strikes + 1 == r.strikes:  # without strikes to spare, every move was searched
            return Answer("unwinnable", Reason("searched", {"positions": positions}))
    return Answer("undecided", Reason("budget", {"positions": positions}))


def best_score(referee: Referee, budget: Budget | None = None) -> Reach:
    """The best score from here for players who see every card, the deck included."""
    budget = budget or Budget()
    r, s = referee.rule_tables, referee.state
    if s.outcome != layout.RUNNING:
        return Reach(s.score, s.score)
    full = r.suits * r.ranks
    if r.perfect_only or any(r.wins_tile):
        answer = winnable_from(referee, budget)
        now = 0 if r.perfect_only else sum(s.fireworks[: r.suits]) - r.score_offset
        low = full - r.score_offset if answer.status == "winnable" else now
        high = now if answer.status == "unwinnable" else full - r.score_offset
        return Reach(low, high, answer.line, answer.written)
    game = model.game_of(r, s, partial=True)
    row = model.new_row(r, s, partial=True)
    high = model.card_limit(game, row)
    low = sum(s.fireworks[: r.suits])
    line: WrittenLine = ((), ())
    for attempt, width in enumerate(budget.widths):
        cards, moves = _workspace(width).search(game, row, width, attempt)
        if cards > low and (replayed := _replayed(referee, moves, partial=True)):
            low, line = cards, replayed
        if low == high:
            break
    relaxed = model.game_of(r, s, partial=True, relaxed=True)
    while low < high:
        outcome, moves, _ = _prover(budget.positions).search(relaxed, row, high, budget.positions)
        if outcome == FOUND and (replayed := _replayed(referee, moves, partial=True)):
            low, line = high, replayed
        if outcome != FAILED:
            break
        high -= 1
    return Reach(low - r.score_offset, high - r.score_offset, *line)


def _first_lost(referee: Referee) -> str | None:
    """A needed card whose copies are all in the discard pile."""
    r, s = referee.rule_tables, referee.state
    faces = cards_by_kind(referee.rules)
    for kind in range(kind_count(r)):
        is_lost = r.all_kinds >> kind & 1 and s.lost[kind] == r.copies[kind]
        if is_lost and not is_on_firework(r, s, kind):
            return str(faces[kind])
    return None


def _replayed(referee: Referee, moves: list[int], *, partial: bool) -> WrittenLine | None:
    """The moves as actions, if the referee accepts them all and they lead to the expected result."""
    r: Rules = referee.rule_tables
    s: State = duplicate(referee.state)
    actions, written = [], []
    for move in moves:
        number = model.action_id(r, s, move, partial=partial)
        if not legality.is_legal(r, s, number):
            return None
        action = action_of_id(referee.rules, r, s, number)
        written.append(write_action(s, action))
        actions.append(action)
        turn.apply(r, s, number, 0)
    if s.outcome == layout.LOST or not (partial or s.outcome == layout.WON):
        return None
    return tuple(actions), tuple(written)


_memory = threading.local()


def _workspace(width: int) -> BeamWorkspace:
    workspace: BeamWorkspace | None = getattr(_memory, "workspace", None)
    if workspace is None or workspace.width < width:
        workspace = _memory.workspace = BeamWorkspace(width)
    return workspace


def _prover(positions: int) -> Prover:
    prover: Prover | None = getattr(_memory, "prover", None)
    if prover is None or prover.limit < positions:
        prover = _memory.prover = Prover(positions)
    return prover
