"""The commands of players speak the chosen language: their help, and what is wrong with an option."""

import re

import click
import pytest
from click.testing import CliRunner

from hanabi.cli import main
from hanabi.cli._localized import LocalizedCommand
from hanabi.texts import LANGUAGES, has, say

NAMES = ("play", "replay", "rules")
COMMANDS = {name: command for name in NAMES if (command := main.get_command(click.Context(main), name)) is not None}


def printed(*args: str) -> str:
    return " ".join(CliRunner().invoke(main, args).output.split())


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_explained_in_the_catalogs(name: str) -> None:
    command = COMMANDS[name]
    assert isinstance(command, LocalizedCommand)
    for param in command.params:
        assert isinstance(param, click.Argument) or has(f"cli.{name}.{param.name}") or has(f"cli.{param.name}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_help_is_in_the_language_and_in_no_other(name: str, lang: str) -> None:
    text = printed(name, "--lang", lang, "--help")
    for other in LANGUAGES:
        for key in ("cli.usage", "cli.options", "cli.lang", "cli.help"):
            assert (say(key, other) in text) == (say(key, other) == say(key, lang)), (key, other)


ERRORS = [
    (["play", "--nosuch"], "cli.no_such_option", {"option": "--nosuch"}),
    (["play", "--players", "9"], "cli.bad_value", {"option": "--players", "value": "9", "allowed": "2–5"}),
    (["play", "--players", "two"], "cli.bad_value", {"option": "--players", "value": "two", "allowed": "2–5"}),
    (["play", "--seat"], "cli.needs_value", {"option": "--seat"}),
    (["play", "--turn", "3"], "cli.only_with", {"option": "--turn", "needed": "--from"}),
    (["play", "--bots", "simple", "--bot", "hat"], "cli.one_of_two", {"first": "--bots", "second": "--bot"}),
    (["play", "--with", "strikes=9x"], "rules_error.not_in_range", {"name": "strikes"}),
    (["play", "--with", "black"], "rules_error.no_switch", {"name": "'black'"}),
    (["play", "--resume", "nowhere.json"], "cli.unreadable", {}),
    (["play", "--bot", "nobody"], "cli.no_such_bot", {"name": "'nobody'"}),
    (["play", "--first", "4"], "rules_error.first", {"seat": 4, "last": 2}),
    (["rules", "poland"], "rules_error.no_edition", {"name": "'poland'"}),
    (["replay"], "cli.missing", {"name": "FILE"}),
    (["replay", "nowhere.json"], "cli.unreadable", {}),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("args", "key", "values"), ERRORS, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_what_is_wrong_is_said_in_the_language(args: list[str], key: str, values: dict[str, object], lang: str) -> None:
    text = printed(args[0], "--lang", lang, *args[1:])
    blanks = dict.fromkeys(("suggestion", "low", "high", "value"), "@") | values
    sentence = " ".join(say(key, lang, **blanks).split())
    assert re.search(re.escape(sentence).replace("@", ".+"), text), text
