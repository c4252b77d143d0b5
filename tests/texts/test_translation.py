"""Saying a text: values, plurals, lists and clear errors."""

import subprocess
import sys
from typing import Any

import pytest

from hanabi.texts import LANGUAGES, MissingValue, UnknownKey, UnknownLanguage, catalog, join, placeholders, say


def test_values_are_filled_in() -> None:
    assert say("log.discard.red", player="Ana", rank=3) == "Ana discards red 3."
    assert say("log.discard.red", "pl", player="Ana", rank=3) == "Ana odrzuca czerwoną 3."


def test_braces_in_a_value_stay_as_they_are() -> None:
    assert say("log.draw", player="{rank}") == "{rank} draws a card."


def test_values_without_a_placeholder_are_ignored() -> None:
    assert say("log.over", player="Ana") == "The game is over."


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", ["0 cards are", "1 card is", "2 cards are", "5 cards are", "22 cards are"]),
        ("ro", ["au rămas 0 cărți", "a rămas 1 carte", "2 cărți", "5 cărți", "22 de cărți"]),
        ("pt-BR", ["Resta 0 carta ", "Resta 1 carta ", "Restam 2 cartas", "Restam 5 cartas", "Restam 22 cartas"]),
        ("nb", ["0 kort", "1 kort", "2 kort", "5 kort", "22 kort"]),
        ("es", ["Quedan 0 cartas", "Queda 1 carta ", "Quedan 2 cartas", "Quedan 5 cartas", "Quedan 22 cartas"]),
        ("pl", ["jest 0 kart.", "jest 1 karta.", "są 2 karty.", "jest 5 kart.", "są 22 karty."]),
    ],
)
def test_the_plural_follows_the_number(lang: str, expected: list[str]) -> None:
    for number, words in zip((0, 1, 2, 5, 22), expected, strict=True):
        assert words in say("play.deck", lang, cards=number)


def test_a_score_below_zero_has_a_plural_too() -> None:
    assert say("outcome.finished", score=-1) == "Finished with -1 point."
    assert say("outcome.finished", "pl", score=-3) == "Gra ukończona z -3 punktami."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_can_be_said_with_the_values_it_names(lang: str) -> None:
    for key, message in catalog(lang).items():
        for number in (0, 1, 2, 5, 22, 1_000_000):
            text = say(key, lang, **dict.fromkeys(placeholders(message), number))
            assert "{" not in text, key


@pytest.mark.parametrize(
    ("lang", "both", "either"),
    [
        ("en", "1, 2, and 4", "1, 2, or 4"),
        ("ro", "1, 2 și 4", "1, 2 sau 4"),
        ("pt-BR", "1, 2 e 4", "1, 2 ou 4"),
        ("nb", "1, 2 og 4", "1, 2 eller 4"),
        ("es", "1, 2 y 4", "1, 2 o 4"),
        ("pl", "1, 2 i 4", "1, 2 lub 4"),
    ],
)
def test_lists_are_joined_as_the_language_does(lang: str, both: str, either: str) -> None:
    assert join([1, 2, 4], lang) == both
    assert join([1, 2, 4], lang, style="or") == either
    assert join([3], lang) == "3"
    assert join([], lang) == ""


def test_spanish_lists_avoid_two_equal_sounds() -> None:
    assert join(["Ana", "Inés"], "es") == "Ana e Inés"
    assert join(["Ana", "Hielo"], "es") == "Ana y Hielo"
    assert join(["Ana", "Bo", "Omar"], "es", style="or") == "Ana, Bo u Omar"
    assert join(["7", "8"], "es", style="or") == "7 u 8"


def test_an_unknown_key_names_the_near_miss() -> None:
    with pytest.raises(UnknownKey, match=r"no text 'log\.discrad\.red': did you mean 'log\.discard\.red'\?"):
        say("log.discrad.red", player="Ana", rank=3)


def test_a_missing_value_is_named() -> None:
    with pytest.raises(MissingValue, match=r"'log\.discard\.red' needs a value for 'rank'"):
        say("log.discard.red", player="Ana")


@pytest.mark.parametrize("values", [{}, {"cards": "two"}, {"cards": 1.5}])
def test_a_plural_needs_a_whole_number(values: dict[str, Any]) -> None:
    with pytest.raises(MissingValue, match=r"'play\.deck' needs a whole number for 'cards'"):
        say("play.deck", **values)


@pytest.mark.parametrize(("lang", "near"), [("pt", "pt-BR"), ("nb_NO", "nb"), ("pt-br", "pt-BR"), ("rp", "ro")])
def test_an_unknown_language_names_the_near_miss(lang: str, near: str) -> None:
    with pytest.raises(UnknownLanguage, match=f"unknown language '{lang}': did you mean '{near}'"):
        say("log.over", lang)
    with pytest.raises(UnknownLanguage):
        join([1, 2], lang)


def test_a_language_that_resembles_nothing_gets_the_list() -> None:
    with pytest.raises(UnknownLanguage, match="unknown language 'xx': choose from en, ro, pt-BR, nb, es, pl"):
        catalog("xx")


def test_the_text_layer_is_light_until_a_plural_is_said() -> None:
    code = (
        "import sys, hanabi.texts as t; t.say('log.over', 'pl'); assert 'babel' not in sys.modules;"
        "t.say('play.deck', 'pl', cards=2); assert 'babel' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
