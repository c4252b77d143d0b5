"""What seats think after a clue, convention by convention, and that each has its switch, its module and its page."""

import importlib
from pathlib import Path

import pytest

from convention_pages import DOCS, PAGES, generated_files
from hanabi.bots.team import Team
from hanabi.bots.team.engine import conventions as modules
from hanabi.bots.team.engine.levels import EXPERT, LEVELS, SWITCHES, conventions_at
from hanabi.rules.actions import Play
from support.convention_positions import FOLDER, UNREAD, Convention, Position, Section, conventions, unread_conventions
from support.convention_table import Club

ROOT = Path(__file__).parents[4]
CONVENTIONS = conventions()
POSITIONS = [(convention, position) for convention in CONVENTIONS for position in convention.positions]
SWITCHED = [(convention, position) for convention, position in POSITIONS if position.shows_switch]


def chop_of(club: Club, name: str) -> int | None:
    """Counted from 1, as people do."""
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
def test_higher_levels_leave_the_truth_in(convention: Convention, position: Position) -> None:
    """Levels add to one another: what a card is stays among the faces that it is taken for."""
    for level in range(position.level + 1, EXPERT + 1):
        club = position.played(level)
        for name in position.thinks:
            for card, faces in zip(club.table.hand(name).split(), club.thinks(name), strict=True):
                assert faces == "-" or card in faces.split()


@pytest.mark.parametrize(("convention", "position"), SWITCHED, ids=title)
def test_with_its_own_switch_off_it_is_read_otherwise(convention: Convention, position: Position) -> None:
    club = position.played(without=(convention.module,))
    found = {name: " | ".join(club.thinks(name)) for name in position.without}
    chops = {name: chop_of(club, name) for name in position.chop_without}
    assert (found, chops) == (position.without, position.chop_without)
    usual = position.played()
    before = {name: " | ".join(usual.thinks(name)) for name in position.without}
    assert (found, chops) != (before, {name: chop_of(usual, name) for name in position.chop_without})


@pytest.mark.parametrize("section", unread_conventions(), ids=title)
def test_what_is_said_to_be_unread_is(section: Section) -> None:
    """The page says what the bot does not know; when it learns it, the position moves to a convention's own file."""
    for position in section.positions:
        club = position.played()
        found = {name: " | ".join(club.thinks(name)) for name in position.thinks}
        chops = {name: chop_of(club, name) for name in position.chop}
        assert (found, chops) != (position.thinks, position.chop)


def test_every_switch_has_a_module_a_position_that_shows_it_and_a_page() -> None:
    names = list(SWITCHES)
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


def test_switches_are_bits_of_their_own_and_levels_add_up() -> None:
    assert sorted(SWITCHES.values()) == [1 << bit for bit in range(len(SWITCHES))]
    assert conventions_at(0) == 0
    for level, added in LEVELS.items():
        assert conventions_at(level) == conventions_at(level - 1) | sum(added.values())
    assert conventions_at(3, ["bluff"]) == conventions_at(3) & ~SWITCHES["bluff"]
    assert Team(3, without=["bluff"]).name == "team:3 without bluff"
    with pytest.raises(ValueError, match="there is no convention 'luck'"):
        Team(3, without=["luck"])


def test_the_pages_show_these_positions() -> None:
    """`make conventions` writes them."""
    files = generated_files()
    kept = [DOCS / "conventions.md", *PAGES.iterdir(), *(DOCS / "pictures" / "conventions").iterdir()]
    assert {str(file.relative_to(ROOT)) for file in files} == {str(file.relative_to(ROOT)) for file in kept}
    for file, text in files.items():
        assert file.read_text(encoding="utf-8") == text, f"{file.name} is out of date: make conventions"
