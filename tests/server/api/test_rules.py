"""The rulebook of the HTTP API."""

from collections.abc import Mapping

import msgspec
import pytest

from hanabi.rules import RuleSet, editions, parse_switches
from hanabi.server.api.rules import Rulebook, RulebookParameters, rulebook
from hanabi.server.refusals import Refused
from hanabi.texts import LANGUAGES


def read(query: Mapping[str, str | None]) -> Rulebook:
    return rulebook(msgspec.convert(query, RulebookParameters, strict=False))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", [*editions(), None])
def test_every_edition_can_be_read_in_every_language(edition: str | None, lang: str) -> None:
    book = read({"edition": edition, "lang": lang})
    assert {"goal", "clue", "discard", "play", "end"} <= {section.name for section in book.sections}
    assert book.variants
    assert all(section.title and (section.paragraphs or section.rows) for section in (*book.sections, *book.variants))


def test_the_rulebook_includes_the_switches_of_a_table() -> None:
    plain = read({"edition": "pl"})
    switched = read({"edition": "pl", "with": "black_powder,strikes=2", "players": "4"})
    text = " ".join(paragraph for section in switched.sections for paragraph in section.paragraphs)
    assert "black_powder" not in {section.name for section in plain.sections}
    assert "black_powder" in {section.name for section in switched.sections}
    assert "everyone has 4 cards" in text
    assert "The second strike ends the game" in text


@pytest.mark.parametrize(
    ("edition", "switches", "suits"),
    [("ro", "", "wrbyg"), ("nb", "multicolor=suit", "wrbygm"), ("pl", "multicolor=wild,black_powder", "wrbygmk")],
)
def test_the_pictures_show_the_cards_of_the_game(edition: str, switches: str, suits: str) -> None:
    pictures = read({"edition": edition, "with": switches}).pictures
    assert pictures is not None
    assert "".join(dict.fromkeys(card[0] for card in pictures.cards)) == suits
    assert len(pictures.cards) == len(RuleSet.of(edition, **parse_switches(switches)).cards)
    assert {card[0] for card in (*pictures.hand, *pictures.tops)} <= set(suits)
    assert "".join(points.card[0] for points in pictures.points) == suits
    assert sum(points.points for points in pictures.points) == pictures.score
    red = next(clue for clue in pictures.clues if clue.about == "red")
    assert [pictures.hand[slot] for slot in red.slots] == ["r1", "m4" if "wild" in switches else "r4"]
    assert [clue.about for clue in pictures.clues][:2] == ["white", "red"]
    assert {play.fits for play in pictures.plays} == {True, False}
    rows = [[step.card for step in firework if step.laid] for firework in pictures.fireworks]
    assert rows == [["r1", "r2"], *([["k5", "k4"]] if "k" in suits else [])]


def test_a_variant_shows_the_cards_that_it_adds() -> None:
    added = {(section.name, len(section.cards)) for section in read({"edition": "es"}).variants}
    assert added == {("strikes", 0), ("clue_tokens", 0), ("multicolor", 10), ("multicolor", 5), ("together", 0)}
    (black,) = [section for section in read({"edition": "pl"}).variants if section.name == "black_powder"]
    assert sorted(black.cards) == sorted(["k1", "k2", "k2", "k3", "k3", "k4", "k4", "k5", "k5", "k5"])


def test_a_small_game_has_no_pictures() -> None:
    assert read({"with": "colors=2"}).pictures is None


def test_a_notice_names_the_edition_that_has_an_added_rule() -> None:
    assert read({"edition": "pl"}).notice is None
    notice = read({"edition": "pl", "with": "choreography"}).notice
    assert notice is not None
    assert "Brazilian edition" in notice


@pytest.mark.parametrize(
    "query", [{"lang": "xx"}, {"edition": "fr"}, {"with": "no_such_switch"}, {"with": "strikes=0"}, {"players": "6"}]
)
def test_an_invalid_query_is_refused(query: dict[str, str]) -> None:
    with pytest.raises((Refused, msgspec.ValidationError)):
        read(query)
