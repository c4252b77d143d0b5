"""The loader recognizes the format of a text, and explains why other texts are refused."""

import json
from pathlib import Path

import pytest

from hanabi import Game, RecordError
from hanabi.records import is_reference, loads, open_game, open_source

RECORD = Game.new(edition="pl", players=3, flamboyants=True, seed=1).record(seed=1, place="home")


def test_our_record_opens() -> None:
    assert open_game(RECORD.dumps()) == loads(RECORD.dumps()) == RECORD


def test_white_space_and_a_byte_order_mark_do_no_harm() -> None:
    assert open_game("\ufeff" + RECORD.dumps() + "\n") == RECORD
    assert open_game("\n p4v0s1 ") == open_game("p4v0s1")


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", "17", "hello", '{"format": "chess"}', '{"rules": {}, "deck": []}']
)
def test_other_texts_are_refused_like_bad_records(text: str) -> None:
    with pytest.raises(RecordError) as ours:
        loads(text)
    with pytest.raises(RecordError) as opened:
        open_game(text)
    assert str(opened.value) == str(ours.value)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("https://hanab.live/replay/12", "https://hanab.live/export/12"),
        ("https://hanab.live/shared-replay/12#5", "https://hanab.live/export/12"),
        ("hanab.live/export/12", "https://hanab.live/export/12"),
        ("https://hanab.live/seed/xyz", "must look like p4v0s123"),
        ("p6v0s1", "players: there are 6"),
        ("p2v22s1", "variant 22 does not exist in these rules"),
    ],
)
def test_an_address_or_seed_without_a_game_says_what_to_do(text: str, answer: str) -> None:
    with pytest.raises(RecordError, match=answer.replace(".", r"\.")):
        open_game(text)


def test_the_address_of_a_seed() -> None:
    assert open_game("https://hanab.live/seed/p2v0s1") == open_game("p2v0s1")


def test_a_file_is_read_and_a_reference_is_not_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert open_source("p4v0s1").players[0] == "Alice"
    RECORD.save("p4v0s1")
    assert open_source("p4v0s1") == open_source(tmp_path / "p4v0s1") == RECORD
    with pytest.raises(RecordError, match="cannot be read"):
        open_source("nothing.json")


def test_a_link_longer_than_any_file_name_is_a_link() -> None:
    text = "415" + "a" * 400 + ",00aa,0"
    assert is_reference(text)
    with pytest.raises(RecordError, match=r"deck\[3\]"):
        open_source(text)


def test_a_document_is_never_taken_for_a_link() -> None:
    assert not is_reference(json.dumps(RECORD.to_dict()))
    assert not is_reference("games/2024,summer.json")
    assert not is_reference("2024,summer.json")
