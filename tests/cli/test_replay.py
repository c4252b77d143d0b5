"""`hanabi replay`: states as documented, games as text, and refused records."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hanabi import Game
from hanabi.bots import make_bot
from hanabi.cli import main
from hanabi.records import Record, states
from hanabi.texts import LANGUAGES, say


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, args)])


def played(seed: int = 1, actions: int | None = None, **switches: Any) -> Record:
    game = Game.new(players=3, seed=seed, **switches)
    while game.player is not None and (actions is None or len(game.action_texts) < actions):
        game.act(make_bot("simple").choose(game.view(game.player)))
    return game.record()


@pytest.fixture
def good(tmp_path: Path) -> Path:
    record = played(multicolor="wild", black_powder=True, flamboyants=True)
    record.save(tmp_path / "good.json")
    return tmp_path / "good.json"


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    data = played(actions=4).to_dict()
    data["actions"][2] = "play 49"
    (tmp_path / "bad.json").write_text(json.dumps(data))
    return tmp_path / "bad.json"


def test_states_are_one_object_per_line(good: Path) -> None:
    result = run(good, "--json")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [json.loads(line) for line in lines] == json.loads(
        json.dumps(list(states(played(multicolor="wild", black_powder=True, flamboyants=True))))
    )
    assert result.stderr == ""


def test_the_first_state_of_a_known_deal(tmp_path: Path) -> None:
    deck = [f"{suit}{rank}" for suit in "rygwb" for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    record = {
        "format": "hanabi-record", "version": 1, "rules": {}, "players": ["Ana", "Bo"], "first": 1,
        "deck": deck, "actions": ["clue 0 red"],
    }  # fmt: skip
    (tmp_path / "game.json").write_text(json.dumps(record))
    first, second = map(json.loads, run(tmp_path / "game.json", "--states").stdout.splitlines())
    every = sorted(set(deck))
    assert first == {
        "turn": 0, "player": 1, "pending": None, "clue_tokens": 8, "strikes": 0, "deck": 40,
        "hands": [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]],
        "fireworks": {"w": 0, "r": 0, "b": 0, "y": 0, "g": 0}, "discards": [],
        "knowledge": {str(card): every for card in range(10)}, "over": None,
    }  # fmt: skip
    reds = [card for card in every if card[0] == "r"]
    assert second == first | {
        "turn": 1, "player": 0, "clue_tokens": 7,
        "knowledge": {str(card): reds if card < 5 else every for card in range(10)},
    }  # fmt: skip


def test_several_files_are_headed_by_their_names(good: Path) -> None:
    one = run(good, "--states").stdout
    heading = json.dumps({"record": str(good)}) + "\n"
    assert run(good, good, "--states").stdout == (heading + one) * 2


def test_a_bad_record_is_refused_in_one_line(bad: Path) -> None:
    result = run(bad, "--states")
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert str(bad) in line
    assert "actions[2] 'play 49'" in line
    assert "does not hold card 49" in line


def test_a_bad_record_does_not_stop_the_others(good: Path, bad: Path, tmp_path: Path) -> None:
    result = run(bad, good, tmp_path / "none.json", "--states")
    assert result.exit_code == 2
    assert result.stdout == json.dumps({"record": str(good)}) + "\n" + run(good, "--states").stdout
    assert len(result.stderr.splitlines()) == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"deck": ["r1"]}, "this is not the deck of 50 cards"),
        ({"players": ["Ana"]}, "Hanabi needs 2 to 5 players, not 1"),
        ({"first": 3}, "seat 3 cannot start"),
        ({"version": 2}, "has version 2"),
        ({"rules": {"edition": "xx"}}, "there is no edition 'xx'"),
        ({"rules": {"black_power": True}}, "did you mean 'black_powder'?"),
        ({"actions": ["jump 3"]}, "actions[0] 'jump 3'"),
        ({"actions": ["discard 0"]}, "actions[0] 'discard 0': All the clue tokens are available"),
        ({"actions": ["clue 0 red"]}, "You cannot give yourself a clue"),
        ({"actions": ["play 0\nplay 1"]}, "actions[0]"),
        ({"rewards": ["mend"]}, "reward tiles are only used with flamboyants"),
    ],
)
@pytest.mark.parametrize("mode", [["--states"], []])
def test_the_error_is_named(tmp_path: Path, change: dict[str, Any], words: str, mode: list[str]) -> None:
    (tmp_path / "bad.json").write_text(json.dumps(played(actions=0).to_dict() | change))
    result = run(tmp_path / "bad.json", *mode)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert "bad.json" in line
    assert words in line


def test_an_action_after_the_end_is_refused(tmp_path: Path) -> None:
    data = played().to_dict()
    data["actions"].append("play 0")
    (tmp_path / "bad.json").write_text(json.dumps(data))
    result = run(tmp_path / "bad.json", "--states")
    assert result.exit_code == 2
    assert f"actions[{len(data['actions']) - 1}]" in result.stderr


@pytest.mark.parametrize("text", ["", "{", '{"format": "hanabi-record", "versi', "null", "\x00", '"' + "[" * 100_000])
def test_other_texts_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    result = run(tmp_path / "bad.json", "--states")
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_is_shown_turn_by_turn(good: Path, lang: str) -> None:
    result = run(good, "--lang", lang)
    assert result.exit_code == 0
    record = json.loads(good.read_text())
    assert say("replay.start", lang) in result.stdout
    assert say("replay.turn", lang, turn=1, player="Ana") in result.stdout
    assert say("replay.turn", lang, turn=2, player="Bo") in result.stdout
    assert say("replay.unfinished", lang) not in result.stdout
    assert result.stdout.count("╭") == len(record["actions"]) + 1


def test_only_one_position_is_shown_with_turn(good: Path) -> None:
    shown = run(good, "--turn", "7").stdout
    assert shown.count("╭") == 1
    assert "Turn 7: Ana" in shown
    assert "Before the first turn" in run(good, "--turn", "0").stdout


def test_a_seat_sees_its_own_cards_face_down(good: Path) -> None:
    opened, closed = run(good, "--turn", "0").stdout, run(good, "--turn", "0", "--seat", "1").stdout
    assert "??" not in opened
    assert closed.count("??") == 5
    assert run(good, "--turn", "0", "--seat", "bo").stdout == closed
    assert "As seen by Bo." in closed


def test_an_unfinished_game_says_so(tmp_path: Path) -> None:
    played(actions=5).save(tmp_path / "left.json")
    assert "The record stops here" in run(tmp_path / "left.json").stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--turn", "999"], "the game has only"),
        (["--seat", "3"], "there is no seat '3'; the seats are 0 (Ana), 1 (Bo), 2 (Cy)"),
        (["--states", "--turn", "1"], "leave out --turn, --seat"),
        (["--turn", "-1"], "--turn cannot be -1. Possible: ≥ 0."),
    ],
)
def test_wrong_options_are_refused(good: Path, args: list[str], words: str) -> None:
    result = run(good, *args)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert result.stdout == ""
