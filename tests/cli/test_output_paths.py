"""No command damages a file, starts work whose result it cannot write, or forgets what it has played."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from hanabi.arena import Experiment, run_experiment
from hanabi.arena.checkpoint import HEADER, Checkpoint, CheckpointError
from hanabi.cli import main
from hanabi.cli._options import OutputPath
from hanabi.game import Game
from hanabi.rules import RuleSet

BOT = "def choose(view):\n    return view.legal_actions[0]\n"
RUNS = {"simulate": ["--bot", "random"], "crossplay": ["--bots", "random"], "arena": ["--bots", "random"]}
# A bot that presses Ctrl-C in game 50: after two chunks of 20 games.
INTERRUPTING = """
import os, signal

# A shell lets commands in the background ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

class Bot:
    def __init__(self, seed=None):
        self.seed = seed

    def choose(self, view):
        if self.seed == "0/50/0":
            os.kill(os.getpid(), signal.SIGINT)
        return view.legal_actions[0]
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.mark.parametrize("command", RUNS)
@pytest.mark.parametrize("content", [BOT, '{"experiment": "x"}\n', HEADER.replace("1", "2"), HEADER.strip()])
def test_a_file_that_is_not_a_checkpoint_is_refused_and_left_alone(command: str, content: str, tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text(content)
    done = run(command, *RUNS[command], "--games", 1, "--checkpoint", file)
    assert done.exit_code == 2
    assert "is not a checkpoint" in done.stderr
    assert file.read_text() == content


def test_an_empty_file_becomes_a_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.touch()
    run_experiment(Experiment(("random", "random"), RuleSet.of(), games=1), checkpoint=Checkpoint(file))
    assert file.read_text().startswith(HEADER)
    (tmp_path / "other").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CheckpointError, match="other is not a checkpoint"):
        Checkpoint(tmp_path / "other")


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["simulate", "--bot", "random"], "--picture"),
        (["simulate", "--bot", "random"], "--save"),
        (["simulate", "--bot", "random"], "--checkpoint"),
        (["crossplay", "--bots", "random"], "-o"),
        (["arena", "--bots", "random"], "-o"),
        (["stats", "GAME"], "--picture"),
        (["review", "GAME"], "--picture"),
        (["review", "GAME"], "-o"),
        (["convert", "GAME"], "-o"),
    ],
)
def test_a_missing_folder_is_reported_before_the_work_starts(
    arguments: list[str], option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "game.json"
    game.write_text(Game.new(players=2, seed="1").record().dumps())
    monkeypatch.setattr("hanabi.arena.workers.play_chunk", lambda *_: pytest.fail("a game was played"))
    monkeypatch.setattr("hanabi.records.open_source", lambda *_: pytest.fail("a game was read"))
    output = tmp_path / "missing" / "file.svg"
    done = run(*[str(game) if part == "GAME" else part for part in arguments], option, output)
    assert done.exit_code == 2
    assert f"there is no folder {output.parent}" in done.stderr
    assert not output.parent.exists()


@pytest.mark.parametrize("command", [["simulate", "--bot", "random"], ["stats"], ["review", "any"]])
def test_a_picture_gets_the_ending_of_its_format(command: list[str], tmp_path: Path) -> None:
    done = run(*command, "--picture", tmp_path / "x.png")
    assert done.exit_code == 2
    assert "x.png must end in .svg" in done.stderr


def test_the_check_leaves_everything_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    for name in ("file", "new", "folder"):
        kind = OutputPath(file=name != "folder", folder=name == "folder")
        assert kind.convert(str(tmp_path / name), None, None) == tmp_path / name
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "old"
    with pytest.raises(click.BadParameter, match="cannot be written"):
        OutputPath().convert("/proc/x", None, None)


@pytest.mark.parametrize(
    ("arguments", "printed", "done"),
    [
        (["simulate", "--bot"], "40 games, seed 0", "40 of 1000 games"),
        (["crossplay", "--players", "2", "--bots"], "## 2 players", "0 of 1 pairs"),
        (["arena", "--players", "2", "--slow-games", "100", "--bots"], "# Arena", "0 of 1 line-ups"),
    ],
)
def test_ctrl_c_prints_the_results_so_far(arguments: list[str], printed: str, done: str, tmp_path: Path) -> None:
    file = tmp_path / "stop.py"
    file.write_text(INTERRUPTING)
    workers = ["--workers", "1"]
    ran = subprocess.run(
        [sys.executable, "-m", "hanabi", *arguments, str(file), *workers], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 130, ran.stderr
    assert printed in ran.stdout
    assert f"Interrupted: {done} were played." in ran.stderr


def test_ctrl_c_prints_json_too(tmp_path: Path) -> None:
    file = tmp_path / "stop.py"
    file.write_text(INTERRUPTING)
    command = [sys.executable, "-m", "hanabi", "simulate", "--json", "--bot", str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert json.loads(ran.stdout)["games"] == 40
