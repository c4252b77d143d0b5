"""What seats think after a clue, convention by convention, from the level at which each is switched on."""

from pathlib import Path

import pytest

from hanabi.bots.team.engine.level_table import BASIC, EXPERT
from hanabi.rules.actions import Play
from support.convention_page import made_files
from support.convention_positions import Convention, Position, conventions, unread_conventions
from support.convention_table import Club

ROOT = Path(__file__).parents[4]
CONVENTIONS = conventions()
POSITIONS = [(convention, position) for convention in CONVENTIONS for position in convention.positions]
SWITCHED = [(convention, position) for convention, position in POSITIONS if position.below or position.chop_below]


def chop_of(club: Club, name: str) -> int | None:
    """Counted from 1, as people do."""
    slot = club.chop_of(name)
    return None if slot is None else slot + 1


def title(value: Convention | Position) -> str:
    return value.slug if isinstance(value, Convention) else value.title


@pytest.mark.parametrize(("convention", "position"), POSITIONS, ids=title)
def test_seats_think_what_the_convention_says(convention: Convention, position: Position) -> None:
    club = position.at_level(convention.level)
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
    for level in range(convention.level + 1, EXPERT + 1):
        club = position.at_level(level)
        for name in position.thinks:
            for card, faces in zip(club.table.hand(name).split(), club.thinks(name), strict=True):
                assert faces == "-" or card in faces.split()


@pytest.mark.parametrize(("convention", "position"), SWITCHED, ids=title)
def test_one_level_lower_it_is_off(convention: Convention, position: Position) -> None:
    club = position.at_level(convention.level - 1)
    assert {name: " | ".join(club.thinks(name)) for name in position.below} == position.below
    assert {name: chop_of(club, name) for name in position.chop_below} == position.chop_below


@pytest.mark.parametrize("convention", unread_conventions(), ids=title)
def test_what_is_said_to_be_unread_is(convention: Convention) -> None:
    """The page says what the bot does not know; when it learns it, the position moves up to the conventions."""
    for position in convention.positions:
        club = position.at_level(EXPERT)
        found = {name: " | ".join(club.thinks(name)) for name in position.thinks}
        chops = {name: chop_of(club, name) for name in position.chop}
        assert (found, chops) != (position.thinks, position.chop)


def test_every_level_has_a_position_that_shows_its_switch() -> None:
    shown = {convention.level for convention, _ in SWITCHED}
    assert {convention.level for convention in CONVENTIONS} == set(range(BASIC, EXPERT + 1))
    assert shown == set(range(BASIC + 1, EXPERT + 1))


def test_the_page_shows_these_positions() -> None:
    """`make conventions` writes them."""
    files = made_files()
    assert {str(file.relative_to(ROOT)) for file in files} == {
        "docs/conventions.md",
        *(str(file.relative_to(ROOT)) for file in (ROOT / "docs" / "pictures" / "conventions").iterdir()),
    }
    for file, text in files.items():
        assert file.read_text(encoding="utf-8") == text, f"{file.name} is out of date: make conventions"
