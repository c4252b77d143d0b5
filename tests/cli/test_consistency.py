"""Options mean the same in every command: `--json` is a flag, and a file is named by `--output`."""

import io
import json

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


def test_the_commands_that_print_json() -> None:
    printing = {name for name, command in COMMANDS.items() if "--json" in options(command)}
    playing = {"arena", "crossplay", "event", "simulate"}
    looking = {"explain", "puzzles list", "replay", "review", "rules", "solve", "stats", "verify"}
    assert printing == playing | looking


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


@pytest.mark.parametrize(
    "arguments",
    [
        ["crossplay", "--bots", "random", "--players", "2", "--games", "2", "--workers", "1"],
        ["arena", "--bots", "random", "--players", "2", "--slow-games", "2"],
        ["event", "--bots", "random", "--deals", "1"],
        ["puzzles", "list"],
        ["simulate", "--bot", "random", "--games", "2"],
    ],
)
def test_json_is_all_that_is_printed(arguments: list[str]) -> None:
    done = CliRunner().invoke(main, [*arguments, "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)


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
