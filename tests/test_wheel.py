"""The wheel in an empty environment: a light base, what each extra adds, and a server on SQLite and on PostgreSQL."""

import asyncio
import fcntl
import os
import shutil
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from hanabi.cli import COMMANDS, PACKAGES
from hanabi.client import SeatAt, TableClient, open_table
from support.long_form import LONG
from support.postgres import a_database
from support.server_process import running_server

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = [
    line.rpartition(" ")[2]
    for line in PROJECT["classifiers"]
    if line.startswith("Programming Language") and "." in line
]
THIS_PYTHON = "{}.{}".format(*sys.version_info)
# What the packages of an extra are for: a program that fails without them.
PROGRAMS = {
    "": """
import sys
import hanabi
from hanabi.bots import make_bot

game = hanabi.Game.new(players=3, seed=7)
game.act(hanabi.Clue(to=1, about=game.view(seat=0).hands[1][0].card.rank))
bot = make_bot("simple")
while not game.over:
    game.act(bot.choose(game.view(game.player)))
game.record().save("game.json")
assert hanabi.Game.resume(hanabi.load("game.json")).state.score == game.state.score > 10
assert not {"numpy", "numba", "rich", "sqlalchemy"} & set(sys.modules)
""",
    "cli": "import hanabi.cli.join, hanabi.terminal.session, hanabi.terminal.puzzles",
    "sim": """
import hanabi.arena, hanabi.review.reviewer
from hanabi.simulation import gymnasium, hle, pettingzoo
from hanabi.bots import ROSTER, make_bot

for name, entry in ROSTER.items():
    if not entry.extra:
        make_bot(name)
""",
    "server": "import hanabi.server.server, hanabi.server.database.postgres, hanabi.server.notify.web_push",
}
# Other versions of Python get the larger extras in `make test-long` only; on GitHub, each version is tested by itself.
CASES = [
    (extra, python) for extra in PROGRAMS for python in PYTHONS if LONG or python == THIS_PYTHON or extra in ("", "cli")
]
pytestmark = pytest.mark.slow
Environments = Callable[..., Path]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Environments:
    """Makes an environment with nothing but the wheel and one extra; returns its `hanabi` command.

    Test processes share the wheel and the environments: the first one that needs one makes it.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "wheel"
    folder.mkdir(exist_ok=True)

    def made(extra: str = "", python: str = THIS_PYTHON) -> Path:
        home = folder / f"{python}-{extra or 'base'}"
        once(folder / "built", lambda: build(folder))
        once(home.with_name(f"{home.name}-installed"), lambda: install(folder, extra, interpreter(python), home))
        return home / "bin" / "hanabi"

    return made


def once(mark: Path, work: Callable[[], None]) -> None:
    with mark.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not mark.exists():
            work()
            mark.touch()


def build(folder: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder), cwd=ROOT)


def install(folder: Path, extra: str, interpreter: str, home: Path) -> None:
    (wheel,) = folder.glob("*.whl")
    run(interpreter, "-m", "venv", "--without-pip", str(home))
    pip = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), "install", "--quiet", "--no-compile"]
    run(*pip, f"{wheel}[{extra}]" if extra else str(wheel))


def interpreter(python: str) -> str:
    if python == THIS_PYTHON:
        return sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    others = pyenv.glob(f"versions/{python}.*/bin/python{python}")
    for candidate in (shutil.which(f"python{python}") or "", *map(str, others)):
        if (
            candidate
            and subprocess.run([candidate, "-c", "import venv"], capture_output=True, check=False).returncode == 0
        ):
            return candidate
    pytest.skip(f"Python {python} is not installed here; the workflow on GitHub tests it")


def run(*command: str, cwd: Path | None = None) -> str:
    ran = subprocess.run(command, cwd=cwd, env=clean_environment(), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def clean_environment() -> dict[str, str]:
    """Without the paths by which these sources are found."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


async def first_move(address: str) -> int:
    host = await open_table(address, name="Ana", seats=2, bots=("random",), start=True)
    async with TableClient(SeatAt(address, host.table, host.token)) as client:
        ready = await asyncio.wait_for(client.wait_for(lambda state: bool(state.view and state.view.legal)), 60)
        assert ready.view is not None
        await asyncio.wait_for(client.move(ready.view.legal[0]), 60)
        moved = await asyncio.wait_for(client.wait_for(lambda state: bool(state.view and state.view.actions)), 60)
        assert moved.view is not None
        return moved.view.actions


def check_that_it_serves(hanabi: Path, folder: Path, database: str, *arguments: str) -> None:
    with running_server(database, *arguments, command=[str(hanabi)], cwd=folder, env=clean_environment()) as server:
        with urllib.request.urlopen(server.address, timeout=30) as response:
            assert "<title>" in response.read().decode()
        assert asyncio.run(first_move(server.address)) >= 1
        assert server.stop() == 0


@pytest.mark.parametrize(("extra", "python"), CASES)
def test_an_extra_brings_all_that_its_modules_import(
    environment: Environments, extra: str, python: str, tmp_path: Path
) -> None:
    hanabi = environment(extra, python)
    found = run(str(hanabi.with_name("python")), "-c", f"{PROGRAMS[extra]}\nprint(hanabi.__file__)", cwd=tmp_path)
    assert Path(found.strip()).is_relative_to(hanabi.parents[1]), "it is not the wheel that ran"


def test_the_base_is_light(environment: Environments) -> None:
    packages = list(environment().parents[1].glob("lib/*/site-packages/*.dist-info"))
    assert len(packages) <= 8, packages


@pytest.mark.parametrize("extra", ["", "cli", "sim"])
def test_a_command_says_in_one_sentence_what_to_install(environment: Environments, extra: str) -> None:
    hanabi = environment(extra)
    assert COMMANDS.keys() <= set(run(str(hanabi), "--help").split())
    for name, (extras, _) in COMMANDS.items():
        ran = subprocess.run(
            [hanabi, name, "--help"], env=clean_environment(), capture_output=True, text=True, check=False
        )
        if set(extras.split(",")) <= {"", extra}:
            assert (ran.returncode, ran.stderr) == (0, "")
        else:
            sentence = f"Error: hanabi {name} needs hanabi[{extras}]: pip install 'hanabi[{extras}]'\n"
            assert (ran.returncode, ran.stderr) == (1, sentence)


@pytest.mark.parametrize(
    "command", [("play", "--bot", "hat", "--seat", "1"), ("puzzles", "make", "--output", "puzzles.jsonl")]
)
def test_a_use_that_needs_more_says_so_too(environment: Environments, command: tuple[str, ...], tmp_path: Path) -> None:
    env = clean_environment() | {"XDG_DATA_HOME": str(tmp_path)}
    ran = subprocess.run(
        [environment("cli"), *command], cwd=tmp_path, env=env, input="", capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr == f"Error: hanabi {command[0]} needs hanabi[sim]: pip install 'hanabi[sim]'\n"


def test_extras_are_recognized_by_packages_that_they_bring() -> None:
    for extra, packages in PACKAGES.items():
        declared = " ".join(PROJECT["optional-dependencies"][extra])
        assert all(package in declared for package in packages)


def test_the_wheel_serves_on_sqlite(environment: Environments, tmp_path: Path) -> None:
    check_that_it_serves(environment("server"), tmp_path, str(tmp_path / "tables.db"))


def test_the_wheel_serves_on_postgresql(environment: Environments, tmp_path: Path) -> None:
    with a_database() as database:
        check_that_it_serves(environment("server"), tmp_path, database)
