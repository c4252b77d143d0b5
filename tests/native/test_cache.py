"""The cache of compiled kernels is named by all that was compiled; nothing is compiled before it is used."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hanabi.native.cache import KERNELS, NATIVE, digest

TESTS = Path(__file__).parents[1]
SOURCES = sorted([*KERNELS.glob("*.py"), *NATIVE.glob("*.py")])


@pytest.mark.parametrize("edited", SOURCES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_editing_any_kernel_file_changes_the_digest(edited: Path, tmp_path: Path) -> None:
    folders = []
    for folder in (KERNELS, NATIVE):
        shutil.copytree(folder, tmp_path / folder.name, ignore=shutil.ignore_patterns("__pycache__"))
        folders.append(tmp_path / folder.name)
    before = digest(tuple(folders))
    assert before == digest(tuple(folders)) == digest()
    copied = tmp_path / edited.parent.name / edited.name
    copied.write_text(copied.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    assert digest(tuple(folders)) != before


def test_a_file_that_is_new_or_gone_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("x = 1\n")
    before = digest((tmp_path,))
    (tmp_path / "two.py").write_text("")
    grown = digest((tmp_path,))
    (tmp_path / "one.py").rename(tmp_path / "three.py")
    assert len({before, grown, digest((tmp_path,))}) == 3


def test_bounds_checks_have_a_cache_of_their_own() -> None:
    assert digest(flags="1") != digest(flags="")


def run(code: str, **environment: str) -> str:
    """Another interpreter, where nothing of this one is imported."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("COV_", "PYTEST_"))}
    done = subprocess.run(
        [sys.executable, "-c", code], env=settings | environment, cwd=TESTS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


LIGHT = """
import sys, hanabi
game = hanabi.Game.new(edition="pl", players=3, black_powder=True, seed=7)
{move}
heavy = ("numpy", "numba", "llvmlite", "babel", "rich", "click", "hanabi.native")
print([name for name in heavy if name in sys.modules])
"""


@pytest.mark.parametrize(
    "move",
    [
        "",
        "game.act(hanabi.Clue(to=1, about='red')); str(game.view(1)); game.record().dumps()",
        "from hanabi.records import loads, replay; replay(loads(game.record().dumps()))",
    ],
    ids=["import", "play", "replay"],
)
def test_the_plain_game_imports_nothing_heavy(move: str) -> None:
    assert run(LIGHT.format(move=move)).strip() == "[]"


def test_importing_the_native_face_compiles_nothing(tmp_path: Path) -> None:
    code = """
from hanabi.native import cards, deal, ending, knowledge, legality, turn, visibility
modules = (cards, deal, ending, knowledge, legality, turn, visibility)
kernels = [value for module in modules for value in vars(module).values() if hasattr(value, "signatures")]
print(len(kernels) > 20, [kernel for kernel in kernels if kernel.signatures])
"""
    assert run(code, HANABI_CACHE=str(tmp_path)).strip() == "True []"
    assert not list(tmp_path.rglob("*.nbi"))


@pytest.mark.slow
def test_the_kernels_stay_within_their_arrays() -> None:
    """The same games with bounds checks compiled in."""
    code = """
import sys
sys.path[:0] = [".", "native"]
from support.game_drivers import SWITCHES
from support.kernel_faces import Native
from hanabi import Game, RuleSet
from test_equal import play_on_both_faces
for name in ("base", "pl in full", "pl, all or nothing", "everything"):
    for seed in range(8):
        play_on_both_faces(RuleSet.of(**SWITCHES[name]), 2 + seed % 4, seed, "peeking")
game = Game.new(seed=1)
try:
    Native(game.compiled_rules, game.state).call("turn.play", 99, -1)
except IndexError:
    print("out of bounds")
"""
    assert run(code, NUMBA_BOUNDSCHECK="1").strip() == "out of bounds"
