"""Cleaned names and texts hide nothing, do not change the text direction, and stay on their line."""

import unicodedata

import pytest
from hypothesis import given, strategies as st

from hanabi.server.tables import MAX_MARKS, NAME_LENGTH, clean_line, clean_name, free_name, skeleton


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Ana \t  Maria ", "Ana Maria"),
        ("\u202eanA\u202c", "anA"),
        ("A\u200bn\u2060a\ufeff", "Ana"),
        ("A\u00adna", "Ana"),
        ("Ana\u2066\u2069", "Ana"),
        ("Ana\u2028Bo\u2029", "Ana Bo"),
        ("A\u3164na\uffa0\u115f\u2800", "Ana"),
        ("\x00A\x1b[31mna\x7f", "A[31mna"),
        ("e\u0301", "é"),
        ("\ue000Ana\U000f0000", "Ana"),
        ("\u0301Ana", "Ana"),
        ("\u00a0Ana\u3000Bo", "Ana Bo"),
    ],
)
def test_invisible_and_direction_characters_are_removed(written: str, shown: str) -> None:
    assert clean_line(written) == shown


@pytest.mark.parametrize(
    "name", ["Łucja", "José", "Зоя", "אבי", "نور", "愛子", "O'Neil-Zürich", "👩\u200d👧 & co", "❤\ufe0f"]
)
def test_ordinary_names_do_not_change(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "name", ["", "   ", "\u3164", "\u200b\u200d", "\u2800\u2800", "\u0301\u0302", "\u202e", "\ufe0f"]
)
def test_nothing_is_left_of_an_invisible_name(name: str) -> None:
    assert clean_name(name) == ""


def test_joiners_stay_only_between_characters_that_join() -> None:
    persian = "می\u200cخواهم"
    assert clean_line(persian) == persian
    assert clean_line("A\u200dn\u200ca\u200d") == "Ana"


def test_stacked_marks_are_limited() -> None:
    tower = clean_name("Z" + "\u0335\u0336\u0321\u0322\u0357" * 30)
    assert len(tower) == 1 + MAX_MARKS


@given(st.text(max_size=60))
def test_cleaning_is_idempotent(text: str) -> None:
    once = clean_line(text)
    assert clean_line(once) == once
    assert not {unicodedata.category(character) for character in once} & {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert len(clean_name(text)) <= NAME_LENGTH


@pytest.mark.parametrize("other", ["ANA", "ａｎａ", "A\u200bna", "an\u00aa", "Ana\u3164", "𝐀𝐧𝐚"])
def test_names_that_look_alike_have_one_skeleton(other: str) -> None:
    assert skeleton(other) == skeleton("Ana")


def test_a_taken_name_gets_a_number() -> None:
    assert free_name("Ana", ["Bo", None]) == "Ana"
    assert free_name("ANA", ["Ana", "ana 2"]) == "ANA 3"
    long = "a" * NAME_LENGTH
    assert free_name(long, [long]) == "a" * (NAME_LENGTH - 2) + " 2"


@pytest.mark.parametrize("name", ["\u0410n\u0430", "\u0391na", "An\u0251"])
def test_letters_of_other_alphabets_that_look_like_latin_ones_make_no_new_name(name: str) -> None:
    assert skeleton(name) == skeleton("Ana")
    assert skeleton("Зоя") != skeleton("Ana")
