"""`hanabi explain` shows the bot's reason for a move and every reading of a clue that was tried."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hanabi import Game
from hanabi.bots.team import Team
from hanabi.bots.team.engine.levels import switches
from hanabi.bots.team.explanations import READING_NAMES
from hanabi.cli import main
from hanabi.records import Record, replay
from hanabi.texts import LANGUAGES

ACTIONS = 12


@pytest.fixture(scope="module")
def record() -> Record:
    """The beginning of a game of three team bots, with clues and plays."""
    game = Game.new(players=["Ana", "Bo", "Cy"], seed=13, empty_clues=False)
    for _ in range(ACTIONS):
        assert game.player is not None
        game.act(Team().choose(game.view(game.player)))
    return game.record()


@pytest.fixture
def file(record: Record, tmp_path: Path) -> str:
    record.save(tmp_path / "game.json")
    return str(tmp_path / "game.json")


def explain(file: str, turn: int, *options: str) -> Result:
    return CliRunner().invoke(main, ["explain", file, "--turn", str(turn), *options])


def explained(file: str, turn: int, *options: str) -> dict[str, Any]:
    result = explain(file, turn, "--json", *options)
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def turns(record: Record, verb: str) -> list[int]:
    return [turn for turn, text in enumerate(record.actions, start=1) if text.startswith(verb)]


def test_each_seat_ends_with_the_reading_in_its_own_mind(record: Record, file: str) -> None:
    for turn in turns(record, "clue"):
        readings = explained(file, turn)["readings"]
        assert sorted(seat["player"] for seat in readings) == ["Ana", "Bo", "Cy"]
        for seat in readings:
            mind = Team().mind_at(replay(record, turn).view(seat["seat"]))
            assert seat["reading"] == READING_NAMES[mind.latest.reading]
            assert {tried["convention"] for tried in seat["tried"]} <= {*switches(), None}


def test_the_receiver_comes_first_and_the_giver_last(record: Record, file: str) -> None:
    turn = turns(record, "clue")[0]
    seats = [seat["seat"] for seat in explained(file, turn)["readings"]]
    giver, to = replay(record, turn - 1).player, int(record.actions[turn - 1].split()[1])
    assert (seats[0], seats[-1]) == (to, giver)


def test_one_seat_alone(record: Record, file: str) -> None:
    (seat,) = explained(file, turns(record, "clue")[0], "--seat", "bo")["readings"]
    assert seat["player"] == "Bo"


def test_a_lower_level_tries_fewer_conventions(record: Record, file: str) -> None:
    for turn in turns(record, "clue"):
        readings = explained(file, turn, "--level", "1")["readings"]
        tried = {one["convention"] for seat in readings for one in seat["tried"]}
        assert not {"finesse", "bluff", "prompt"} & tried


def test_a_turn_that_is_not_a_clue_has_a_reason_and_no_readings(record: Record, file: str) -> None:
    answer = explained(file, turns(record, "play")[0])
    assert answer["readings"] == []
    assert answer["reason"].startswith("I play card")


def test_another_move_than_the_bots_is_told(record: Record, tmp_path: Path) -> None:
    data = record.to_dict()
    data["actions"] = ["clue 2 1" if record.actions[0] != "clue 2 1" else "clue 1 1"]
    (tmp_path / "other.json").write_text(json.dumps(data))
    assert "team:3 would do something else" in explained(str(tmp_path / "other.json"), 1)["reason"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_readings_are_printed_in_every_language(record: Record, file: str, lang: str) -> None:
    result = explain(file, turns(record, "clue")[0], "--lang", lang)
    assert result.exit_code == 0
    assert "1. Focus" in result.output
    assert "→" in result.output


def test_what_cannot_be_explained_is_refused(record: Record, file: str, tmp_path: Path) -> None:
    late = explain(file, 99)
    assert (late.exit_code, late.stderr) == (2, f"hanabi explain: {file}: has no turn 99, only {ACTIONS} turns\n")
    missing = explain(str(tmp_path / "missing.json"), 1)
    assert missing.exit_code == 2
    assert "missing.json: cannot be read" in missing.stderr
    play = explain(file, turns(record, "play")[0], "--seat", "Bo")
    assert play.exit_code == 2
    assert "is not a clue" in play.stderr
    nobody = explain(file, 1, "--seat", "Dee")
    assert "the seats are 0 (Ana), 1 (Bo), 2 (Cy)" in nobody.stderr
