"""`hanabi convert`, and hanab.live's games wherever a command reads one."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hanabi import Game, RuleSet, load
from hanabi.cli import main
from hanabi.records import Record, open_game
from hanabi.records.hanablive import to_json, to_json_text, to_link
from hanabi.texts import LANGUAGES, say
from support.game_drivers import DRIVERS, played


def run(*args: str | Path, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, [*map(str, args)], input=stdin)


def a_record(actions: int = 12, **switches: Any) -> Record:
    rules = RuleSet.of(**{"empty_clues": False} | switches)
    game = Game.new(rules=rules, players=["Alice", "Bob", "Cathy"], seed=8)
    for _ in played(game, DRIVERS["peeking"], random.Random(8), actions):
        pass
    return game.record()


@pytest.fixture
def record() -> Record:
    return a_record()


@pytest.fixture
def file(tmp_path: Path, record: Record) -> Path:
    record.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def test_to_hanab_live_and_back(file: Path, record: Record, tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs.json", tmp_path / "ours.json"
    assert run("convert", file, "--to", "hanab-live", "-o", theirs).exit_code == 0
    assert json.loads(theirs.read_text()) == to_json(record)
    assert run("convert", theirs, "-o", ours).exit_code == 0
    assert load(ours) == record


def test_to_a_link_and_back(file: Path, record: Record) -> None:
    link = run("convert", file, "--to", "link")
    assert (link.exit_code, link.stdout.strip(), link.stderr) == (0, to_link(record), "")
    assert open_game(run("convert", link.stdout.strip()).stdout) == record


def test_a_seed_becomes_a_deal() -> None:
    result = run("convert", "p4v0s123")
    assert json.loads(result.stdout)["actions"] == []
    assert open_game(result.stdout).deck == open_game("p4v0s123").deck


def test_standard_input(record: Record) -> None:
    assert open_game(run("convert", "-", stdin=to_json_text(record)).stdout) == record
    broken = run("convert", "-", stdin=b"\xff\xfe")
    assert broken.exit_code == 2
    assert "not UTF-8" in broken.stderr


def test_losses_in_a_link_are_reported(tmp_path: Path, record: Record) -> None:
    game = record.to_dict() | {"players": ["Ana", "Bo", "Cy"], "rules": {"empty_clues": True}}
    (tmp_path / "game.json").write_text(json.dumps(game))
    result = run("convert", tmp_path / "game.json", "--to", "link")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "hanabi convert: note: a link has no names: the players become Alice, Bob, Cathy",
        "hanabi convert: note: a link has no options: it leaves out emptyClues",
    ]


def test_notes_are_kept_or_left_out(tmp_path: Path, record: Record) -> None:
    (tmp_path / "theirs.json").write_text(json.dumps(to_json(record) | {"notes": [["hm"], [], []]}))
    kept = json.loads(run("convert", tmp_path / "theirs.json", "--to", "hanab-live").stdout)
    assert kept["notes"] == [["hm"], [], []]
    assert "notes" not in json.loads(
        run("convert", tmp_path / "theirs.json", "--to", "hanab-live", "--no-notes").stdout
    )


@pytest.mark.parametrize(
    ("switches", "sentence"),
    [
        ({"flamboyants": True}, "hanab.live has no reward tiles"),
        ({"choreography": True}, "hanab.live has no announced plays"),
        ({"black_powder": True}, "only costs points"),
    ],
)
def test_games_without_a_counterpart_are_refused_in_one_line(
    switches: dict[str, bool], sentence: str, tmp_path: Path
) -> None:
    a_record(**switches).save(tmp_path / "game.json")
    result = run("convert", tmp_path / "game.json", "--to", "hanab-live")
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_broken_import_names_the_file_and_the_field(tmp_path: Path, record: Record) -> None:
    data = to_json(record)
    data["actions"][5]["target"] = 63
    (tmp_path / "broken.json").write_text(json.dumps(data))
    for command in ("convert", "replay", "verify"):
        result = run(command, tmp_path / "broken.json")
        assert result.exit_code == 2
        assert "broken.json: actions[5].target: there is no" in result.stderr


def test_a_game_by_its_number_is_not_fetched() -> None:
    result = run("replay", "https://hanab.live/replay/149251")
    assert result.exit_code == 2
    assert "save https://hanab.live/export/149251 to a file" in result.stderr


def test_a_file_that_cannot_be_written(file: Path, tmp_path: Path) -> None:
    result = run("convert", file, "-o", tmp_path / "nowhere" / "game.json")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_replay_opens_a_link(record: Record) -> None:
    states = run("replay", to_link(record), "--states")
    assert states.exit_code == 0
    assert len(states.stdout.splitlines()) == len(record.actions) + 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_replay_says_how_a_game_was_stopped_on_hanab_live(lang: str, record: Record, tmp_path: Path) -> None:
    data = to_json(record)
    data["actions"].append({"type": 5, "target": -1, "value": 10})
    (tmp_path / "stopped.json").write_text(json.dumps(data))
    text = " ".join(run("replay", tmp_path / "stopped.json", "--lang", lang).stdout.split())
    assert say("replay.there.stopped", lang) in text


def test_verify_checks_the_deck_of_a_seed(tmp_path: Path) -> None:
    assert "deals from p4v0s7" in run("verify", "p4v0s7").stdout
    data = json.loads(open_game("p4v0s7").dumps()) | {"hanab_live": {"seed": "p4v0s8"}}
    (tmp_path / "wrong.json").write_text(json.dumps(data))
    wrong = run("verify", tmp_path / "wrong.json")
    assert wrong.exit_code == 2
    assert "not the one hanab.live deals from p4v0s8" in wrong.stderr
    found = json.loads(run("verify", "--json", "p4v0s7", tmp_path / "wrong.json").stdout)
    assert [result["valid"] for result in found] == [True, False]


def test_resuming_a_hanab_live_game_does_not_change_its_file(
    tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANABI_GAMES", str(tmp_path / "games"))
    theirs = tmp_path / "theirs.json"
    theirs.write_text(to_json_text(record))
    result = run("play", "--resume", theirs, "--lang", "en", stdin="")
    assert result.exit_code == 0
    assert theirs.read_text() == to_json_text(record)
    (saved,) = (tmp_path / "games").glob("*.json")
    assert load(saved).actions == record.actions
