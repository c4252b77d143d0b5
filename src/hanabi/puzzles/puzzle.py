"""A puzzle is data: a record up to a position, the best move there, and what is to be said about it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from sys import intern
from typing import Any

from hanabi.records.record import Record, RecordError, from_dict
from hanabi.records.replay import advance, replay
from hanabi.rules.action_ids import legal_ids
from hanabi.rules.notation import NotationError, read_action
from hanabi.rules.referee import Referee
from hanabi.rules.validation import check

FIRST_RATING = 1500.0
# The fields of a record that may stay in a puzzle: nobody's name, table or time.
KEPT_FIELDS = ("bots",)


class PuzzleError(ValueError):
    """A document that is no puzzle, or one that the referee refuses; the text says why."""


@dataclass(frozen=True)
class Puzzle:
    """`id` is made from the mover's view alone (`puzzle_id`), so it says nothing of the hidden cards.

    `record` ends before the move to find; its deck is whole, so a solver may only be shown the mover's view.

    `solution` and `line` (the solution and how a team plays on after it) are written as in the record, `values` has the
    score to expect after every move that was tried. `gaps` is by how much the solution was ahead of the next best move
    in each verification. `exact`: all worlds were played, so the second one would be the first again; `solved`: the
    end-game solver agrees, and the values are its own. `level` is that of the conventions that the
    clues were read by, 0 where they have only their literal meaning.
    """

    id: str
    record: Record
    solution: str
    theme: str
    reason: str
    facts: Mapping[str, Any]
    values: Mapping[str, float]
    gaps: tuple[float, float]
    line: tuple[str, ...]
    judge: str
    version: str
    level: int
    rating: float = FIRST_RATING
    solved: bool = False
    exact: bool = False
    origin: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seat(self) -> int:
        """Who is to move: without reward tiles everybody acts in turn."""
        return (self.record.first + len(self.record.actions)) % len(self.record.players)

    @property
    def value(self) -> float:
        """The score to expect after the solution."""
        return self.values[self.solution]

    def position(self) -> Referee:
        return replay(self.record)

    @cached_property
    def start(self) -> Referee:
        """The position, only to be looked at: every move of a puzzle is told from it."""
        return self.position()

    def record_with(self, actions: tuple[str, ...]) -> Record:
        """The game that goes on with these actions."""
        return replace(self.record, actions=(*self.record.actions, *actions))

    def is_solution(self, action: str) -> bool:
        return action == self.solution

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "record": self.record.to_dict(),
            "solution": self.solution,
            "theme": self.theme,
            "reason": self.reason,
            "facts": dict(self.facts),
            "values": dict(self.values),
            "gaps": list(self.gaps),
            "line": list(self.line),
            "judge": self.judge,
            "version": self.version,
            "level": self.level,
            "rating": self.rating,
            "solved": self.solved,
            "exact": self.exact,
            "origin": dict(self.origin),
        }


def puzzle_from(data: Any) -> Puzzle:
    """Read what `to_dict` wrote. `check_puzzle` has the referee check it.

    A server keeps all puzzles in memory: equal actions share one string, which halves what they take.
    """
    try:
        record = from_dict(data["record"])
        return Puzzle(
            id=str(data["id"]),
            record=replace(record, actions=tuple(map(intern, record.actions))),
            solution=intern(str(data["solution"])),
            theme=str(data["theme"]),
            reason=str(data["reason"]),
            facts=dict(data["facts"]),
            values={intern(str(action)): float(value) for action, value in data["values"].items()},
            gaps=(float(data["gaps"][0]), float(data["gaps"][1])),
            line=tuple(intern(str(action)) for action in data["line"]),
            judge=str(data["judge"]),
            version=str(data["version"]),
            level=int(data["level"]),
            rating=float(data["rating"]),
            solved=bool(data["solved"]),
            exact=bool(data["exact"]),
            origin=dict(data["origin"]),
        )
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        raise PuzzleError(f"is not a puzzle: {type(error).__name__}: {error}") from error


def check_puzzle(puzzle: Puzzle) -> None:
    """Let the referee check a puzzle: the position runs, every move is legal there, and the line begins with the
    solution and can be played."""
    try:
        game = replay(puzzle.record)
        if game.player is None or game.player != puzzle.seat:
            raise PuzzleError("the game is over before the move to find, or another player is to move")
        if puzzle.id != puzzle_id(game, puzzle.record):
            raise PuzzleError(f"the id of this position is {puzzle_id(game, puzzle.record)}, not {puzzle.id}")
        for text in puzzle.values:
            check(game.rules, game.rule_tables, game.state, read_action(game.state, text))
        if puzzle.solution not in puzzle.values or len(puzzle.values) < 2:
            raise PuzzleError("the solution is not among the moves that were compared")
        if len(puzzle.values) < len(legal_ids(game.rule_tables, game.state)) and game.rules.choreography is False:
            raise PuzzleError("not every legal move was compared")
        if puzzle.line[:1] != (puzzle.solution,):
            raise PuzzleError("the line does not begin with the solution")
        advance(game, puzzle.record_with(puzzle.line), len(puzzle.record.actions) + len(puzzle.line))
    except (RecordError, NotationError, ValueError) as error:
        raise error if isinstance(error, PuzzleError) else PuzzleError(str(error)) from error


def puzzle_id(game: Referee, record: Record) -> str:
    """A digest of what the player to move knows of a game: the same position found twice has one id."""
    assert game.player is not None
    seen = (record.rules.to_dict(), len(record.players), record.first, record.actions)
    text = json.dumps([*seen, game.view(game.player).erased.faces], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def position_record(record: Record, actions: int, players: tuple[str, ...]) -> Record:
    """The game up to a position, with other names and without what says who played it where and when."""
    extra = {name: value for name, value in record.extra.items() if name in KEPT_FIELDS}
    return replace(record, players=players[: len(record.players)], actions=record.actions[:actions], extra=extra)
