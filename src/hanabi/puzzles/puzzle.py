"""A puzzle: a record that ends at a position, the best move there, and the reason."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from sys import intern
from typing import Any

from hanabi.records import Record, RecordError, advance, from_dict, replay
from hanabi.rules import NotationError, Referee, check, legal_ids, read_action

FIRST_RATING = 1500.0
# The only extra field of a record that stays in a puzzle: no names, tables or times.
KEPT_FIELDS = ("bots",)


class PuzzleError(ValueError):
    """Not a puzzle, or one that the referee refuses; the text says why."""


@dataclass(frozen=True)
class Puzzle:
    """`id` depends only on the mover's view (`puzzle_id`), so it reveals nothing about the hidden cards.

    `record` ends before the move to find. It holds the whole deck, so a solver may see only the mover's view.

    `solution` and `line` (the solution and how a team continues) use the notation of records. `values` has the expected
    score after every legal move, and `gaps` the lead of the solution over the second-best move in each verification.
    `exact`: all worlds were played, so a second verification would repeat the first. `solved`: the endgame solver
    agrees, and the values are its own. `level` is the convention level at which clues are read; 0 means literally.
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
        """The player to move. Players act in turn because puzzles have no reward tiles."""
        return (self.record.first + len(self.record.actions)) % len(self.record.players)

    @property
    def value(self) -> float:
        """The expected score after the solution."""
        return self.values[self.solution]

    def position(self) -> Referee:
        return replay(self.record)

    @cached_property
    def start(self) -> Referee:
        """The position, shared by all readers and never changed."""
        return self.position()

    def record_with(self, actions: tuple[str, ...]) -> Record:
        """The game, continued with these actions."""
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
    """The inverse of `to_dict`. Does not check the moves (see `check_puzzle`).

    A server keeps all puzzles in memory: sharing equal strings halves their size.
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
    """Check with the referee that the position can be reached, every move is legal there, and the line can be played
    and begins with the solution. Raises PuzzleError.
    """
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
    """A digest of the mover's knowledge: the same position found twice has one id."""
    assert game.player is not None
    seen = (record.rules.to_dict(), len(record.players), record.first, record.actions)
    text = json.dumps([*seen, game.view(game.player).erased.faces], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def position_record(record: Record, actions: int, players: tuple[str, ...]) -> Record:
    """The game up to a position, with other names and without anything about who played it, where and when."""
    extra = {name: value for name, value in record.extra.items() if name in KEPT_FIELDS}
    return replace(record, players=players[: len(record.players)], actions=record.actions[:actions], extra=extra)
