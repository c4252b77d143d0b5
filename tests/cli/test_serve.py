"""Options of `hanabi serve`: invalid values are refused before anything starts."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hanabi.cli import main
from hanabi.cli.serve import command, server_settings
from hanabi.server.settings import Settings

OPTIONS = {parameter.name: parameter for parameter in command.params}


def parsed(name: str, *values: str) -> tuple[str, ...]:
    """The value of an option that is given several times."""
    result: tuple[str, ...] = OPTIONS[name].process_value(click.Context(command), values)
    return result


@pytest.mark.parametrize(
    "words",
    [
        ("--proxy", "127.0.01"),
        ("--proxy", "10.0.0.0/33"),
        ("--proxy", "nginx"),
        ("--origin", "my.example"),
        ("--origin", "https://my.example/play"),
        ("--origin", "https://my.example:port"),
        ("--requests", "-1"),
        ("--visitors", "-1"),
        ("--bot-pace", "-1"),
    ],
)
def test_invalid_values_are_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    database = tmp_path / "tables.db"
    outcome = CliRunner().invoke(main, ["serve", "--database", str(database), *words])
    assert outcome.exit_code == 2, outcome.output
    assert f"Invalid value for '{words[0]}'" in outcome.output
    assert not database.exists()


def test_proxies_and_origins_are_normalized() -> None:
    assert parsed("proxies", "127.0.0.1", "172.16.5.4/12", "::0001", "*") == ("127.0.0.1", "172.16.0.0/12", "::1", "*")
    origins = ("https://My.example/", "https://my.example:443", "http://[::1]:8000")
    assert parsed("origins", *origins) == ("https://my.example", "https://my.example", "http://[::1]:8000")


def test_the_defaults_are_those_of_the_settings() -> None:
    options = command.make_context("serve", []).params
    del options["log_level"]
    assert server_settings({**options, "database": "x"}) == Settings("x")
