"""Options mean the same in every command: `--json` is a flag, and a file is named by `--output`."""

import io
import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner
from rich.console import Console

from hanabi.cli import main
from hanabi.cli._options import OutputPath
from hanabi.rules import Card
from hanabi.terminal.theme import Theme


def commands(group: click.Group, path: str = "") -> dict[str, click.Command]:
    context = click.Context(group)
    found: dict[str, click.Command] = {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found |= commands(command, f"{path}{name} ") if isinstance(command, click.Group) else {f"{path}{name}": command}
    return found


def options(command: click.Command) -> dict[str, click.Option]:
    return {name: option for option in command.params if isinstance(option, click.Option) for name in option.opts}


COMMANDS = commands(main)
GROUPS = ("admin", "db", "puzzles")
GAME = str(Path(__file__).parents[1] / "golden" / "ro-finished.json")


# These talk with a person, run until they are stopped, or print JSON anyway.
NO_RESULT = {"play", "puzzles play", "serve", "admin export-account"}


def test_every_command_with_a_result_prints_it_as_json() -> None:
    assert {name for name, command in COMMANDS.items() if "--json" not in options(command)} == NO_RESULT


@pytest.mark.parametrize("group", [main, *(main.get_command(click.Context(main), name) for name in GROUPS)])
def test_no_line_of_a_list_of_commands_is_cut_off(group: click.Command) -> None:
    listed = CliRunner().invoke(group, ["--help"]).output.partition("\nCommands:\n")[2]
    assert listed
    assert "..." not in listed


def test_help_imports_neither_the_game_nor_a_command() -> None:
    script = "import sys, hanabi.cli as cli; cli.main(['--help'], standalone_mode=False); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.splitlines()[-1].split() if name.partition(".")[0] == "hanabi"}
    assert loaded == {"hanabi", "hanabi.cli"}


@pytest.mark.parametrize("name", COMMANDS)
def test_json_is_a_flag_and_a_file_is_named_by_output(name: str) -> None:
    known = options(COMMANDS[name])
    assert known.keys().isdisjoint({"--write", "--out", "--file"})
    assert ("-o" in known) == ("--output" in known)
    if "--output" in known:
        assert isinstance(known["--output"].type, click.Path)
    if "--json" in known:
        assert known["--json"].is_flag


def outputs() -> list[tuple[str, str]]:
    names = ("--output", "--picture", "--save", "--checkpoint")
    return [(name, option) for name, command in COMMANDS.items() for option in names if option in options(command)]


@pytest.mark.parametrize(("name", "option"), outputs())
def test_all_outputs_are_checked_by_one_type(name: str, option: str) -> None:
    assert isinstance(options(COMMANDS[name])[option].type, OutputPath)


# One after another, on one database. What is missing here runs with --json in the tests of the command.
RUNS = {
    "arena": ["--bots", "random", "--players", "2", "--slow-games", "2"],
    "bench": ["--turns", "1", "--players", "2"],
    "convert": [GAME, "--to", "hanab-live"],
    "crossplay": ["--bots", "random", "--players", "2", "--games", "2", "--workers", "1"],
    "event": ["--bots", "random", "--deals", "1"],
    "explain": [GAME, "--turn", "3"],
    "puzzles list": [],
    "replay": [GAME],
    "rules": [],
    "simulate": ["--bot", "random", "--games", "2"],
    "solve": ["--players", "2", "--seed", "1"],
    "stats": [GAME],
    "verify": [GAME],
    "warm-up": ["batch"],
    "db upgrade": [],
    "db backup": ["copy.db"],
    "db restore": ["copy.db", "--force"],
    "admin tables": [],
    "admin ban": ["192.0.2.1"],
    "admin mute": ["192.0.2.2"],
    "admin sanctions": [],
    "admin unban": ["192.0.2.1"],
    "admin unmute": ["192.0.2.2"],
    "admin reports": [],
    "admin retention": [],
    "admin audit": [],
}
ELSEWHERE = {"join", "puzzles make", "review"}
ELSEWHERE |= {f"admin {name}" for name in ("close", "hide", "unhide", "resolve", "delete-account")}


def test_json_is_all_that_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HANABI_DATABASE", "tables.db")
    assert RUNS.keys() | ELSEWHERE | NO_RESULT == COMMANDS.keys()
    for name, arguments in RUNS.items():
        done = CliRunner().invoke(main, [*name.split(), *arguments, "--json"])
        assert done.exit_code == (2 if name == "verify" else 0), (name, done.output, done.exception)
        assert done.stdout, name
        for line in done.stdout.splitlines() if name == "replay" else [done.stdout]:
            json.loads(line)


@pytest.mark.parametrize(
    ("arguments", "incomplete", "completed"),
    [
        (["simulate", "--bot"], "sim", ["simple"]),
        (["simulate", "--bots"], "hat,sim", ["hat,simple"]),
        (["play", "--bot"], "ran", ["random"]),
        (["play", "--bot"], "my_", ["my_"]),
    ],
)
def test_names_of_bots_are_completed(arguments: list[str], incomplete: str, completed: list[str]) -> None:
    completions = ShellComplete(main, {}, "hanabi", "_HANABI_COMPLETE").get_completions(arguments, incomplete)
    assert [item.value for item in completions] == completed


@pytest.mark.parametrize("no_color", ["", "1"])
def test_no_color_leaves_only_bold(no_color: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Theme().card(Card.of("r1")))
    assert isinstance(console.file, io.StringIO)
    printed = console.file.getvalue()
    assert "\x1b[1m" in printed if no_color else "\x1b[1;38;2;" in printed
    assert ("38;2" in printed) == (not no_color)
