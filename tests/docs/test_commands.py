"""Every shell line of the README and of the Getting started pages is one that works.

`hanabi` commands run (a few are only parsed), in a folder with a finished game and the first bot of the pages. Other
programs are not started: their lines are compared with the Makefile, pyproject.toml, the Dockerfile and compose.yaml.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
import yaml

from hanabi.cli import COMMANDS as COMMAND_LINES, main

ROOT = Path(__file__).parents[2]
GAME = ROOT / "tests" / "golden" / "ro-finished.json"
PAGES = ("README.md", "docs/start.md", "docs/play.md", "docs/hosting.md", "docs/bots.md", "docs/research.md")
SHELL = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
FIRST_BOT = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
# These wait for people or take long, and tests/cli runs them: here, only their options are checked.
NOT_RUN = ("arena", "join", "puzzles", "review", "serve")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def lines_of(page: str) -> list[list[str]]:
    lines = "".join(SHELL.findall(text_of(page))).replace("\\\n", " ").splitlines()
    return [words for line in lines if (words := shlex.split(line, comments=True))]


COMMANDS = [(page, words) for page in PAGES for words in lines_of(page)]
OURS = sorted({tuple(words[1:]) for _, words in COMMANDS if words[0] == "hanabi"})


def check_options(group: click.Command, words: list[str]) -> None:
    """Raises UsageError if there is no such command or option."""
    context = click.Context(group, info_name="hanabi")
    while isinstance(group, click.Group):
        _, group, words = group.resolve_command(context, words)  # type: ignore[assignment]
        assert group is not None
    group.make_context("command", list(words), parent=context)


@pytest.mark.parametrize("words", OURS, ids=" ".join)
def test_a_command_of_the_pages_works(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = tmp_path / "hanabi" / "games"
    saved.mkdir(parents=True)
    for folder in (tmp_path, saved):
        shutil.copy(GAME, folder / "game.json")
    first_bot = FIRST_BOT.search(text_of("docs/bots.md"))
    assert first_bot is not None
    (tmp_path / "my_bot.py").write_text(first_bot[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    check_options(main, list(words))
    if words[0] in NOT_RUN:
        return
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-m", "hanabi", *words], input="quit\n", capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr


def test_the_first_commands_start_the_game_and_pass_the_tests() -> None:
    assert lines_of("README.md")[:2] == [["make", "serve"], ["make", "test"]]


def test_make_has_the_targets() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
    assert {words[1] for _, words in COMMANDS if words[0] == "make"} <= targets


def test_pip_installs_this_package_with_extras_that_it_has() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    named = [word for page in PAGES for word in re.findall(r"pip install (?:'|\")?([^\s'\"`]+)", text_of(page))]
    extras = {extra for word in named for extra in re.findall(r"(?<=[\[,])\w+", word)}
    assert extras
    assert extras <= project["optional-dependencies"].keys()
    assert {word.partition("[")[0] for word in named if not word.startswith("$(")} == {project["name"]}


@pytest.mark.parametrize("page", PAGES)
def test_a_reader_has_installed_what_a_command_needs(page: str) -> None:
    extras = tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"]
    installed: set[str] = set()
    for words in lines_of(page):
        if words[:2] == ["pip", "install"]:
            installed |= with_implied(set(re.findall(r"(?<=[\[,])\w+", words[2])), extras)
        elif words[0] == "hanabi":
            assert {extra for extra in COMMAND_LINES[words[1]][0].split(",") if extra} <= installed, words


def with_implied(named: set[str], extras: dict[str, list[str]]) -> set[str]:
    """An extra can bring others: `server = ["hanabi[cli,sim]", …]`."""
    for name in list(named):
        for requirement in extras[name]:
            if requirement.startswith("hanabi["):
                named |= with_implied(set(re.findall(r"\w+", requirement)[1:]), extras)
    return named


def test_the_container_is_the_one_of_the_dockerfile() -> None:
    services = yaml.safe_load(text_of("compose.yaml"))["services"]
    runs = [words for _, words in COMMANDS if words[:2] == ["docker", "run"]]
    assert runs
    for words in runs:
        assert f"EXPOSE {words[words.index('--publish') + 1].partition(':')[2]}\n" in text_of("Dockerfile")
        assert f"VOLUME {words[words.index('--volume') + 1].partition(':')[2]}\n" in text_of("Dockerfile")
    builds = [words[words.index("--tag") + 1] for _, words in COMMANDS if words[:2] == ["docker", "build"]]
    assert {words[-1] for words in runs} == set(builds)
    for _, words in COMMANDS:
        if words[:2] == ["docker", "compose"] and "up" in words:
            assert {word for word in words[words.index("up") + 1 :] if not word.startswith("-")} <= services.keys()


def test_every_line_is_one_of_these() -> None:
    assert {words[0] for _, words in COMMANDS} <= {"hanabi", "make", "pip", "docker"}
