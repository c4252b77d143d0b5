"""The conventions as data: positions with what each seat thinks after a clue (tests/bots/team/conventions).

A file a convention, named as in the level table of the team bot: `name`, `text`, positions, and variants that are the
same piece of the reader, each with its own name, text and positions. A position is a table as text
(`support.text_table`) and the moves that are made; then hold, by seat, `thinks` (what it takes its cards for, oldest
first; "-" is a card of which nothing was said), `hears` and `chop`, and `then`, what the next player does. `without`
and `chop_without` are what seats think with this one convention switched off, and `level` is that of the players where
the position needs more than the convention's own level.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hanabi.bots.team.engine.levels import EXPERT, LEVELS
from support.convention_table import Club, a_club

FOLDER = Path(__file__).parents[1] / "bots" / "team" / "conventions"
UNREAD = "unread"


@dataclass(frozen=True)
class Position:
    """`chop` is counted from 1."""

    title: str
    table: str
    moves: tuple[str, ...]
    level: int
    thinks: dict[str, str] = field(default_factory=dict)
    without: dict[str, str] = field(default_factory=dict)
    hears: dict[str, str] = field(default_factory=dict)
    chop: dict[str, int] = field(default_factory=dict)
    chop_without: dict[str, int] = field(default_factory=dict)
    then: str | None = None

    @property
    def shows_switch(self) -> bool:
        return bool(self.without or self.chop_without)

    def played(self, level: int | None = None, without: tuple[str, ...] = ()) -> Club:
        """The table after the moves, among players of this level, else of its own, without these conventions."""
        club = a_club(self.table, level=level or self.level, without=without)
        for move in self.moves:
            club = _after(club, move)
        return club


@dataclass(frozen=True)
class Section:
    """A convention or a variant of one, in words and positions."""

    name: str
    text: str
    positions: tuple[Position, ...]

    @property
    def slug(self) -> str:
        return self.name.lower().replace(" ", "-").replace("'", "")


@dataclass(frozen=True)
class Convention:
    """`module` is its name in the level table; the first section is the convention itself, the others are variants."""

    module: str
    level: int
    sections: tuple[Section, ...]

    @property
    def name(self) -> str:
        return self.sections[0].name

    @property
    def slug(self) -> str:
        return self.module.replace("_", "-")

    @property
    def positions(self) -> list[Position]:
        return [position for section in self.sections for position in section.positions]


def conventions() -> list[Convention]:
    """Those that the team bot has, as in its level table."""
    return [_convention(module, level) for level, added in LEVELS.items() for module in added]


def unread_conventions() -> list[Section]:
    """Those that it does not have at any level."""
    return [_section(data, EXPERT) for data in _data(UNREAD)["convention"]]


def _data(stem: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{stem}.toml").read_text(encoding="utf-8"))


def _convention(module: str, level: int) -> Convention:
    data = _data(module)
    return Convention(module, level, tuple(_section(found, level) for found in (data, *data.get("variant", ()))))


def _section(data: dict[str, Any], level: int) -> Section:
    positions = (Position(**{"level": level, **found, "moves": tuple(found["moves"])}) for found in data["position"])
    return Section(data["name"], data["text"].strip(), tuple(positions))


def _after(club: Club, move: str) -> Club:
    match move.split():
        case ["clue", name, about]:
            return club.clues(name, int(about) if about.isdecimal() else about)
        case ["play", card]:
            return club.plays(card)
        case ["discard", card]:
            return club.discards(card)
    raise ValueError(f"{move!r} is not a move")
