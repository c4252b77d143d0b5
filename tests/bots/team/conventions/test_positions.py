"""What seats think after a clue for each convention; each has a switch, a module and a page."""

import importlib
from pathlib import Path

import pytest

from convention_pages import DOCS, PAGES, generated_files
from hanabi.bots.team import Team
from hanabi.bots.team.engine import conventions as modules
from hanabi.bots.team.engine.levels import BASIC, EXPERT, conventions_at, switch, switches
from hanabi.rules import Play
from support.convention_positions import FOLDER, UNREAD, Convention, Position, Section, conventions, unread_conventions
from support.convention_table import Club

ROOT = Path(__file__).parents[4]
CONVENTIONS = conventions()
POSITIONS = [(convention, position) for convention in CONVENTIONS for position in convention.positions]
SWITCHED = [(convention, position) for convention, position in POSITIONS if position.shows_switch]


def chop_of(club: Club, name: str) -> int | None:
    """Counted from 1."""
    slot = club.chop_of(name)
    return None if slot is None else slot + 1


def title(value: Convention | Section | Position) -> str:
    return value.title if isinstance(value, Position) else value.slug


@pytest.mark.parametrize(("convention", "position"), POSITIONS, ids=title)
def test_seats_think_what_the_convention_says(convention: Convention, position: Position) -> None:
    club = position.played()
    assert {name: " | ".join(club.thinks(name)) for name in position.thinks} == position.thinks
    assert {name: club.hears(name) for name in position.hears} == position.hears
    assert {name: chop_of(club, name) for name in position.chop} == position.chop
    if position.then is not None:
        name, verb, card = position.then.split()
        assert (club.table.player, verb) == (name, "plays")
        action = club.choice()
        assert isinstance(action, Play)
        assert club.table.hand(name).split()[action.slot] == card


@pytest.mark.parametrize(("convention", "position"), POSITIONS, ids=title)
def test_higher_levels_still_allow_the_true_card(convention: Convention, position: Position) -> None:
    """A card's true face stays among the faces that its holder considers."""
    for level in range(position.level + 1, EXPERT + 1):
        club = position.played(level)
        for name in position.thinks:
            for card, faces in zip(club.table.hand(name).split(), club.thinks(name), strict=True):
                assert faces == "-" or card in faces.split()


@pytest.mark.parametrize(("convention", "position"), SWITCHED, ids=title)
def test_without_its_switch_the_clue_is_read_differently(convention: Convention, position: Position) -> None:
    club = position.played(without=(convention.module,))
    thoughts = {name: " | ".join(club.thinks(name)) for name in position.without}
    chops = {name: chop_of(club, name) for name in position.chop_without}
    assert (thoughts, chops) == (position.without, position.chop_without)
    with_switch = position.played()
    thoughts_with = {name: " | ".join(with_switch.thinks(name)) for name in position.without}
    assert (thoughts, chops) != (thoughts_with, {name: chop_of(with_switch, name) for name in position.chop_without})


@pytest.mark.parametrize("section", unread_conventions(), ids=title)
def test_unread_conventions_are_not_read(section: Section) -> None:
    """Once the bot reads one of them, its position moves to the convention's own file."""
    for position in section.positions:
        club = position.played()
        thoughts = {name: " | ".join(club.thinks(name)) for name in position.thinks}
        chops = {name: chop_of(club, name) for name in position.chop}
        assert (thoughts, chops) != (position.thinks, position.chop)


def test_every_switch_has_a_module_a_position_and_a_page() -> None:
    names = list(switches())
    shared = {"__init__", "belief", "connections"}
    files = {file.stem for file in Path(modules.__path__[0]).glob("*.py")} - shared
    assert files == set(names)
    assert {file.stem for file in FOLDER.glob("*.toml")} == {*names, UNREAD}
    assert {convention.module for convention, _ in SWITCHED} == set(names)
    assert all((PAGES / f"{convention.slug}.md").exists() for convention in CONVENTIONS)
    for convention in CONVENTIONS:
        module = importlib.import_module(f"{modules.__name__}.{convention.module}")
        assert module.__doc__ is not None
        assert module.__doc__.startswith(f"{convention.name}: ")


def test_each_switch_is_one_bit_and_levels_add_up() -> None:
    bits = list(switches().values())
    assert all(bit.bit_count() == 1 for bit in bits)
    assert len(set(bits)) == len(bits)
    assert conventions_at(0) == 0
    assert conventions_at(EXPERT) == sum(bits)
    for level in range(BASIC, EXPERT + 1):
        added = [bit for bit in bits if switch(level, 0) <= bit < switch(level + 1, 0)]
        assert conventions_at(level) == conventions_at(level - 1) | sum(added)
    assert conventions_at(3, ["bluff"]) == conventions_at(3) & ~switches()["bluff"]
    assert Team(3, without=["bluff"]).name == "team:3 without bluff"
    with pytest.raises(ValueError, match="there is no convention 'luck'"):
        Team(3, without=["luck"])


def test_the_pages_are_up_to_date() -> None:
    """`make conventions` writes them."""
    files = generated_files()
    existing = [DOCS / "conventions.md", *PAGES.iterdir(), *(DOCS / "pictures" / "conventions").iterdir()]
    assert {str(file.relative_to(ROOT)) for file in files} == {str(file.relative_to(ROOT)) for file in existing}
    for file, text in files.items():
        assert file.read_text(encoding="utf-8") == text, f"{file.name} is out of date: make conventions"
