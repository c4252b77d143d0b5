"""The conventions as data: positions with what each seat thinks after a clue (tests/bots/team/conventions)."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.convention_table import Club, a_club

FILE = Path(__file__).parents[1] / "bots" / "team" / "conventions" / "positions.toml"


@dataclass(frozen=True)
class Position:
    """`thinks`, `hears` and `chop` (counted from 1) are by name; `below` and `chop_below` hold one level lower."""

    title: str
    table: str
    moves: tuple[str, ...]
    thinks: dict[str, str] = field(default_factory=dict)
    below: dict[str, str] = field(default_factory=dict)
    hears: dict[str, str] = field(default_factory=dict)
    chop: dict[str, int] = field(default_factory=dict)
    chop_below: dict[str, int] = field(default_factory=dict)
    then: str | None = None

    def at_level(self, level: int) -> Club:
        """The table after the moves, among players of this level."""
        club = a_club(self.table, level=level)
        for move in self.moves:
            club = _after(club, move)
        return club


@dataclass(frozen=True)
class Convention:
    name: str
    level: int
    text: str
    positions: tuple[Position, ...]

    @property
    def slug(self) -> str:
        return self.name.lower().replace(" ", "-").replace("'", "")


def conventions() -> list[Convention]:
    """Those that the team bot has, by level."""
    return _read("convention")


def unread_conventions() -> list[Convention]:
    """Those that it does not have at any level."""
    return _read("unread")


def _read(kind: str) -> list[Convention]:
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return [
        Convention(found["name"], found["level"], found["text"].strip(), tuple(map(_position, found["position"])))
        for found in data[kind]
    ]


def _position(data: dict[str, Any]) -> Position:
    return Position(**{**data, "moves": tuple(data["moves"])})


def _after(club: Club, move: str) -> Club:
    match move.split():
        case ["clue", name, about]:
            return club.clues(name, int(about) if about.isdecimal() else about)
        case ["play", card]:
            return club.plays(card)
        case ["discard", card]:
            return club.discards(card)
    raise ValueError(f"{move!r} is no move")
