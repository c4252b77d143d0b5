"""Where user files are: saved games, the server's database and the caches. Imports stay light."""

import subprocess
import sys
from pathlib import Path

import pytest

from hanabi.cli.serve import default_database
from hanabi.compiled.compilation import cache_root
from hanabi.terminal import saved_games

ROOT = Path(__file__).parents[1]
VARIABLES = ("HANABI_CACHE", "HANABI_GAMES", "XDG_CACHE_HOME", "XDG_DATA_HOME")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, without the variables that move folders elsewhere."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def cache_folder() -> Path:
    return cache_root.__wrapped__()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_the_folders_of_a_home(home: Path) -> None:
    assert saved_games.folder() == home / ".local" / "share" / "hanabi" / "games"
    assert Path(default_database()) == home / ".local" / "share" / "hanabi" / "tables.db"
    assert cache_folder() == home / ".cache" / "hanabi"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
@pytest.mark.parametrize("empty", [False, True])
def test_the_variables_of_the_desktop_move_them(home: Path, monkeypatch: pytest.MonkeyPatch, empty: bool) -> None:
    data, cache = home / ".local" / "share", home / ".cache"
    if not empty:
        data, cache = home / "data", home / "cache"
    monkeypatch.setenv("XDG_DATA_HOME", "" if empty else str(data))
    monkeypatch.setenv("XDG_CACHE_HOME", "" if empty else str(cache))
    assert saved_games.folder() == data / "hanabi" / "games"
    assert Path(default_database()) == data / "hanabi" / "tables.db"
    assert cache_folder() == cache / "hanabi"


def test_our_own_variables_come_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANABI_GAMES", str(home / "games"))
    monkeypatch.setenv("HANABI_CACHE", str(home / "own-cache"))
    assert saved_games.folder() == home / "games"
    assert cache_folder() == home / "own-cache"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_the_makefile_uses_the_same_cache_for_compiled_code(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    show = ["make", "--silent", "--eval", "show: ; @echo $$NUMBA_CACHE_DIR", "show"]
    done = subprocess.run(show, cwd=ROOT, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()) == cache_folder() / "numba"


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("hanabi", ("numba", "platformdirs", "sqlalchemy", "starlette", "uvicorn")),
        # A server must restart quickly after a crash.
        ("hanabi.server.server", ("alembic", "numba", "numpy", "pygments")),
    ],
)
def test_importing_stays_light(module: str, heavy: tuple[str, ...]) -> None:
    show = f"import sys, {module}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
