"""Options of `hanabi serve`: what would silently do nothing is refused before anything starts."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hanabi.cli import main
from hanabi.cli.serve import command

OPTIONS = {parameter.name: parameter for parameter in command.params}


def read(name: str, *values: str) -> tuple[str, ...]:
    """What the server gets of an option that is given several times."""
    found: tuple[str, ...] = OPTIONS[name].process_value(click.Context(command), values)
    return found


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
def test_what_is_misspelled_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    database = tmp_path / "tables.db"
    outcome = CliRunner().invoke(main, ["serve", "--database", str(database), *words])
    assert outcome.exit_code == 2, outcome.output
    assert f"Invalid value for '{words[0]}'" in outcome.output
    assert not database.exists()


def test_proxies_and_origins_are_as_requests_name_them() -> None:
    assert read("proxies", "127.0.0.1", "172.16.5.4/12", "::0001", "*") == ("127.0.0.1", "172.16.0.0/12", "::1", "*")
    given = ("https://My.example/", "https://my.example:443", "http://[::1]:8000")
    assert read("origins", *given) == ("https://my.example", "https://my.example", "http://[::1]:8000")
