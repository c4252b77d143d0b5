"""The wheel, installed with no extras into an empty environment, serves a table: on SQLite and on PostgreSQL."""

import asyncio
import fcntl
import os
import subprocess
import sys
import urllib.request
import venv
from pathlib import Path

import pytest

from hanabi.client import SeatAt, TableClient, open_table
from support.postgres import a_database
from support.server_process import running_server

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The `hanabi` command of an environment that has nothing but the wheel and what it asks for.

    Test processes share it: the first one that gets here installs it.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "wheel"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "installed").exists():
            install(folder)
            (folder / "installed").touch()
    return folder / "venv" / "bin" / "hanabi"


def install(folder: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder), cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", symlinks=True, with_pip=False)
    python = folder / "venv" / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-compile", str(wheel))


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


def check_that_it_serves(installed: Path, folder: Path, database: str, *arguments: str) -> None:
    with running_server(database, *arguments, command=[str(installed)], cwd=folder, env=clean_environment()) as server:
        with urllib.request.urlopen(server.address, timeout=30) as response:
            assert "<title>" in response.read().decode()
        assert asyncio.run(first_move(server.address)) >= 1
        assert server.stop() == 0


def test_it_is_the_wheel_that_runs(installed: Path, tmp_path: Path) -> None:
    python = installed.with_name("python")
    found = run(str(python), "-c", "import hanabi; print(hanabi.__file__)", cwd=tmp_path)
    assert Path(found.strip()).is_relative_to(installed.parents[1])


def test_the_wheel_serves_on_sqlite(installed: Path, tmp_path: Path) -> None:
    check_that_it_serves(installed, tmp_path, str(tmp_path / "tables.db"))


@pytest.mark.parametrize("arguments", [(), ("--workers", "2")])
def test_the_wheel_serves_on_postgresql(installed: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with a_database() as database:
        check_that_it_serves(installed, tmp_path, database, *arguments)
