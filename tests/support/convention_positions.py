"""The conventions as data: positions with what each seat thinks after a clue (tests/bots/team/conventions).

There is one file per convention, under its name in `levels.py`: `name`, `text`, positions, and variants that the same
code reads, each with its own name, text and positions. A position has a table as text (`support.text_table`) and the
moves to make. The expectations after them are, by seat, `thinks` (the possible faces of its cards, oldest first; "-" is
a card that nothing was said about), `hears` and `chop`, and `then`, what the next player does. `without` and
`chop_without` are what seats think with this convention switched off. `level` is the level of the players if the
position needs more than the convention's own.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hanabi.bots.team.engine.levels import BASIC, EXPERT, conventions_at, switches
from support.convention_table import Club, a_club

FOLDER = Path(__file__).parents[1] / "bots" / "team" / "conventions"
UNREAD = "unread"


@dataclass(frozen=True)
class Position:
    """`chop` counts slots from 1."""

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
        """The table after the moves; all players have this level or else the position's own, `without` conventions."""
        club = a_club(self.table, level=level or self.level, without=without)
        for move in self.moves:
            club = _after(club, move)
        return club


@dataclass(frozen=True)
class Section:
    """A convention or a variant: its text and positions."""

    name: str
    text: str
    positions: tuple[Position, ...]

    @property
    def slug(self) -> str:
        return self.name.lower().replace(" ", "-").replace("'", "")


@dataclass(frozen=True)
class Convention:
    """`module` is its name in `levels.py`; the first section is the convention itself, the others are variants."""

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
    """The conventions of the team bot."""
    levels = {
        name: next(level for level in range(BASIC, EXPERT + 1) if conventions_at(level) & bit)
        for name, bit in switches().items()
    }
    return [_convention(module, level) for module, level in levels.items()]


def unread_conventions() -> list[Section]:
    """Conventions that it does not read at any level."""
    return [_section(data, EXPERT) for data in _data(UNREAD)["convention"]]


def _data(stem: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{stem}.toml").read_text(encoding="utf-8"))


def _convention(module: str, level: int) -> Convention:
    data = _data(module)
    return Convention(module, level, tuple(_section(section, level) for section in (data, *data.get("variant", ()))))


def _section(data: dict[str, Any], level: int) -> Section:
    positions = (Position(**{"level": level, **fields, "moves": tuple(fields["moves"])}) for fields in data["position"])
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
