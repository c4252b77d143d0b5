"""Is this deal winnable, with every card open? A line, a proof that there is none, or an honest "undecided".

The referee has the last word: a line counts only when every action of it is legal there and it ends the game won.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from hanabi.kernels import layout, legality, turn
from hanabi.kernels.cards import is_on_firework, kind_count
from hanabi.kernels.layout import Rules, State, duplicate
from hanabi.rules.action_ids import action_of_id
from hanabi.rules.actions import Action
from hanabi.rules.cards import Card
from hanabi.rules.notation import write_action
from hanabi.rules.referee import Referee
from hanabi.rules.rule_tables import cards_by_kind
from hanabi.rules.ruleset import RuleSet
from hanabi.solvers import model
from hanabi.solvers.beam_search import BeamWorkspace
from hanabi.solvers.layout import PackedPosition
from hanabi.solvers.proof import Prover
from hanabi.solvers.shared_hand import FAILED, FOUND

Kind = Literal["winnable", "unwinnable", "undecided"]
WrittenLine = tuple[tuple[Action, ...], tuple[str, ...]]
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli")


@dataclass(frozen=True)
class Budget:
    """How hard to try: the widths of the beams that look for a line, and the positions of each complete search."""

    widths: tuple[int, ...] = (4, 4, 4, 4, 32, 32, 256, 256, 2048, 2048)
    positions: int = 200_000


@dataclass(frozen=True)
class Reason:
    """Why, as a key of the catalogs and its values (`say(f"solve.{key}", lang, **values)`)."""

    key: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """`line` is a winning one: actions from here to the end, `written` as a game record has them."""

    kind: Kind
    reason: Reason
    line: tuple[Action, ...] = ()
    written: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reach:
    """The best score with open cards lies between `low`, which `line` reaches, and `high`, which nothing exceeds."""

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
) -> Verdict:
    """Whether this deal can be brought to a perfect show by players who see everything, the deck too."""
    return winnable_from(Referee(rules, NAMES[:players], deck, tiles, first), budget)


def winnable_from(referee: Referee, budget: Budget | None = None) -> Verdict:
    """The same from a position; the referee is not changed."""
    budget = budget or Budget()
    r, s = referee.rule_tables, referee.state
    if s.outcome != layout.RUNNING:
        return Verdict("winnable" if s.outcome == layout.WON else "unwinnable", Reason("over"))
    if any(r.wins_tile):
        return Verdict("undecided", Reason("tiles"))
    if lost := _first_lost(referee):
        return Verdict("unwinnable", Reason("lost", {"card": lost}))
    game = model.game_of(r, s)
    row = model.new_row(r, s)
    if late := model.too_late(game, row):
        return Verdict("unwinnable", Reason("late", late))
    shared = False
    for attempt, width in enumerate(budget.widths):
        cards, moves = _workspace(width).search(game, row, width, attempt)
        if cards == r.suits * r.ranks and (replayed := _replayed(referee, moves, partial=False)):
            return Verdict("winnable", Reason("line", {"actions": len(moves)}), *replayed)
        if width > budget.widths[0] and not shared:
            shared = True
            if _prover(budget.positions).share_hands(game, row, budget.positions) == FAILED:
                return Verdict("unwinnable", Reason("hands"))
    return _searched(referee, row, budget)


def _searched(referee: Referee, row: PackedPosition, budget: Budget) -> Verdict:
    """Every line, as far as the budget goes."""
    r, s = referee.rule_tables, referee.state
    relaxed = model.game_of(r, s, relaxed=True)
    answer, moves, positions = _prover(budget.positions).search(relaxed, row, r.suits * r.ranks, budget.positions)
    if answer == FAILED:
        return Verdict("unwinnable", Reason("searched", {"positions": positions}))
    if answer == FOUND:
        # The line may discard with all tokens; then the real game decides.
        strict = model.game_of(r, s)
        if not (replayed := _replayed(referee, moves, partial=False)):
            answer, moves, positions = _prover(budget.positions).search(
                strict, row, r.suits * r.ranks, budget.positions
            )
            replayed = _replayed(referee, moves, partial=False) if answer == FOUND else None
        if replayed:
            return Verdict("winnable", Reason("line", {"actions": len(moves)}), *replayed)
        if answer == FAILED and s.strikes + 1 == r.strikes:  # without strikes to spare the moves searched are all
            return Verdict("unwinnable", Reason("searched", {"positions": positions}))
    return Verdict("undecided", Reason("budget", {"positions": positions}))


def best_score(referee: Referee, budget: Budget | None = None) -> Reach:
    """The best score the players could still reach from here if they saw every card, the deck too."""
    budget = budget or Budget()
    r, s = referee.rule_tables, referee.state
    if s.outcome != layout.RUNNING:
        return Reach(s.score, s.score)
    most = r.suits * r.ranks
    if r.perfect_only or any(r.wins_tile):
        verdict = winnable_from(referee, budget)
        now = 0 if r.perfect_only else sum(s.fireworks[: r.suits]) - r.score_offset
        low = most - r.score_offset if verdict.kind == "winnable" else now
        high = now if verdict.kind == "unwinnable" else most - r.score_offset
        return Reach(low, high, verdict.line, verdict.written)
    game = model.game_of(r, s, partial=True)
    row = model.new_row(r, s, partial=True)
    high = model.most_cards(game, row)
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
        answer, moves, _ = _prover(budget.positions).search(relaxed, row, high, budget.positions)
        if answer == FOUND and (replayed := _replayed(referee, moves, partial=True)):
            low, line = high, replayed
        if answer != FAILED:
            break
        high -= 1
    return Reach(low - r.score_offset, high - r.score_offset, *line)


def _first_lost(referee: Referee) -> str | None:
    """A card whose firework needs it and whose last copy is in the discard pile."""
    r, s = referee.rule_tables, referee.state
    faces = cards_by_kind(referee.rules)
    for kind in range(kind_count(r)):
        gone = r.all_kinds >> kind & 1 and s.lost[kind] == r.copies[kind]
        if gone and not is_on_firework(r, s, kind):
            return str(faces[kind])
    return None


def _replayed(referee: Referee, moves: list[int], *, partial: bool) -> WrittenLine | None:
    """The moves as actions, if the referee allows them all and they lead where the solver says."""
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
    found: BeamWorkspace | None = getattr(_memory, "workspace", None)
    if found is None or found.width < width:
        found = _memory.workspace = BeamWorkspace(width)
    return found


def _prover(positions: int) -> Prover:
    found: Prover | None = getattr(_memory, "prover", None)
    if found is None or found.limit < positions:
        found = _memory.prover = Prover(positions)
    return found
