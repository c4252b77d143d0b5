"""The cache folder is named by a digest of all sources, and nothing compiles before its first use."""

import ast
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import hanabi
import hanabi.compiled
from hanabi.compiled.compilation import TESTED_VERSIONS, KernelFamily, source_digest
from hanabi.compiled.kernel_dispatcher import COMMON_CPU

TESTS = Path(__file__).parents[1]
FAMILIES = [
    importlib.import_module(name).FAMILY
    for name in (
        "hanabi.compiled",
        "hanabi.solvers.layout",
        "hanabi.bots.hat",
        "hanabi.bots.hat_search",
        "hanabi.bots.team.compiled",
        "hanabi.bots.team_search",
        "hanabi.review.compiled",
    )
]
PACKAGE = Path(hanabi.__file__).parent


def copy_of(folders: tuple[Path, ...], place: Path) -> dict[Path, Path]:
    """Copies of these folders, by the folder that was copied."""
    copies = {}
    for folder in folders:
        copies[folder] = place / folder.relative_to(PACKAGE)
        shutil.copytree(folder, copies[folder], ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    return copies


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_editing_any_source_of_a_family_changes_its_digest(family: KernelFamily, tmp_path: Path) -> None:
    copies = copy_of(family.sources, tmp_path)
    before = source_digest(copies.values())
    assert before == source_digest(family.sources) == family.cache_folder.name
    for folder in family.sources:
        for file in folder.glob("*.py"):
            copied = copies[folder] / file.name
            text = copied.read_bytes()
            copied.write_bytes(text + b"\n# edited\n")
            assert source_digest(copies.values()) != before, file
            copied.write_bytes(text)
    assert source_digest(copies.values()) == before


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_digest_covers_every_kernel_that_is_called(family: KernelFamily) -> None:
    for file in (file for folder in family.folders for file in folder.glob("*.py") if uses_kernels(file)):
        for called in imported(file):
            assert called.parent in family.sources or not uses_kernels(called), f"{file} calls kernels of {called}"


def imported(file: Path) -> set[Path]:
    """The files of this package that a file imports by their full names."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("hanabi."):
            names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return {Path(origin) for name in names if (origin := origin_of(name)) is not None}


def origin_of(name: str) -> str | None:
    try:
        spec = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        return None
    return None if spec is None else spec.origin


def uses_kernels(file: Path) -> bool:
    return any(line.strip() in ("@kernel", "@inline") for line in file.read_text(encoding="utf-8").splitlines())


def test_families_have_folders_of_their_own() -> None:
    assert len({family.cache_folder for family in FAMILIES}) == len(FAMILIES)


def test_every_folder_with_compiled_kernels_belongs_to_a_family() -> None:
    folders = {folder for family in FAMILIES for folder in family.folders}
    assert {file.parent for file in PACKAGE.rglob("*.py") if uses_kernels(file)} <= folders


def test_a_new_or_renamed_file_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("x = 1\n")
    before = source_digest((tmp_path,))
    (tmp_path / "two.py").write_text("")
    grown = source_digest((tmp_path,))
    (tmp_path / "one.py").rename(tmp_path / "three.py")
    assert len({before, grown, source_digest((tmp_path,))}) == 3


def test_bounds_checks_have_a_cache_of_their_own() -> None:
    sources = hanabi.compiled.FAMILY.sources
    assert source_digest(sources, flags="1") != source_digest(sources, flags="")


KERNELS = """
from pathlib import Path

from hanabi.compiled.compilation import KernelFamily

family = KernelFamily("turns", Path(__file__).parent)


@family.kernel
def inner(n):
    return n + 1


@family.kernel
def outer(n):
    return inner(n) * 2
"""
CALLER = """
import sys, time
from pathlib import Path

import some_kernels

Path(sys.argv[1]).touch()
while len(list(Path().glob("ready*"))) < 3:
    time.sleep(0.001)
assert some_kernels.outer(1) == 4
print(sum(some_kernels.outer.stats.cache_misses.values()))
"""


def environment_of(folder: Path, cache: Path) -> dict[str, str]:
    return {"HANABI_CACHE": str(cache), "PYTHONPATH": f"{PACKAGE.parent}:{folder}"}


def test_processes_that_need_a_kernel_at_once_compile_it_once(tmp_path: Path) -> None:
    (tmp_path / "some_kernels.py").write_text(KERNELS)
    environment = os.environ | environment_of(tmp_path, tmp_path / "cache")
    command = [sys.executable, "-c", CALLER]
    callers = [
        subprocess.Popen([*command, f"ready{n}"], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True)
        for n in range(3)
    ]
    assert sum(int(caller.communicate()[0]) for caller in callers) == 1


def test_only_kernels_that_python_calls_are_cached(tmp_path: Path) -> None:
    (tmp_path / "some_kernels.py").write_text(KERNELS)
    environment = environment_of(tmp_path, tmp_path / "cache")
    outer = "import some_kernels as k; print(k.outer(1), len(k.outer.signatures), len(k.inner.signatures))"
    assert run(outer, **environment).split() == ["4", "1", "0"]
    assert [file.name.split("-")[0] for file in tmp_path.rglob("*.nbi")] == ["some_kernels.outer"]
    both = "import some_kernels as k; print(k.inner(1), k.outer(1), k.inner(2), len(k.inner.signatures))"
    assert run(both, **environment).split() == ["2", "4", "3", "1"]
    assert len(list(tmp_path.rglob("*.nbi"))) == 2


CALLED_LATER = """
@family.kernel
def shared(n):
    total = 0
    for each in range(n):
        total += each * each
    return total


@family.kernel
def calls_it_if(n, wanted):
    if n * wanted > 0:
        return shared(n)
    return n


@family.kernel
def calls_it(n):
    return shared(n) + 1


@family.kernel
def calls_both(n):
    return calls_it_if(n, 0) + calls_it(n)
"""


def test_a_kernel_is_linked_if_only_a_later_caller_needs_it(tmp_path: Path) -> None:
    """LLVM drops functions that nothing calls when they are linked; the machine code would then jump to address 0."""
    (tmp_path / "some_kernels.py").write_text(KERNELS + CALLED_LATER)
    code = "import some_kernels as k; print(k.calls_both(4))"
    assert run(code, **environment_of(tmp_path, tmp_path / "cache")).strip() == "19"


def test_copies_of_the_same_sources_share_a_cache(tmp_path: Path) -> None:
    misses = []
    for copy in ("one", "two"):
        folder = tmp_path / copy / "kernels"
        folder.mkdir(parents=True)
        (folder / "some_kernels.py").write_text(KERNELS)
        code = "import some_kernels as k; k.outer(1); print(sum(k.outer.stats.cache_misses.values()))"
        misses.append(run(code, **environment_of(folder, tmp_path / "cache")).strip())
    assert misses == ["1", "0"]


SHIPPED_CALLER = """
from pathlib import Path
from hanabi.compiled import compilation
compilation.SHIPPED = Path("{shipped}")
import some_kernels as k
print(k.outer(1), sum(k.outer.stats.cache_misses.values()))
"""


def test_code_that_a_wheel_brings_is_not_compiled_again(tmp_path: Path) -> None:
    (tmp_path / "some_kernels.py").write_text(KERNELS)
    shipped, cache = tmp_path / "shipped", tmp_path / "cache"
    cpu, features = COMMON_CPU
    settings = {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": features}
    run("import some_kernels as k; k.outer(1)", **environment_of(tmp_path, shipped), **settings)
    code, environment = SHIPPED_CALLER.format(shipped=shipped), environment_of(tmp_path, cache)
    assert run(code, **environment).split() == ["4", "0"]
    assert not list(cache.rglob("*.nbi"))
    older_cpu = "from hanabi.compiled import kernel_dispatcher as d; d._COMMON_FEATURES = ('none',)" + code
    assert run(older_cpu, **environment).split() == ["4", "0" if cpu == "generic" else "1"]
    (tmp_path / "some_kernels.py").write_text(KERNELS.replace("* 2", "* 3"))
    assert run(code, **environment).split() == ["6", "1"], "the code of other sources"


def test_other_versions_of_numba_compile_in_the_ordinary_way(tmp_path: Path) -> None:
    (tmp_path / "some_kernels.py").write_text(KERNELS)
    code = """
from hanabi.compiled import compilation
compilation.TESTED_VERSIONS = ()
import some_kernels as k
print(k.outer(1), type(k.outer).__name__, len(k.inner.signatures))
"""
    assert run(code, **environment_of(tmp_path, tmp_path / "cache")).split() == ["4", "CPUDispatcher", "1"]


def test_the_version_of_numba_is_one_of_those_tested() -> None:
    assert numba.version_info.short in TESTED_VERSIONS


def test_compilation_is_logged_once(tmp_path: Path) -> None:
    (tmp_path / "some_kernels.py").write_text(KERNELS)
    code = """
import logging, some_kernels
logging.basicConfig(level="DEBUG", format="%(kernel)s")
logging.getLogger("numba").setLevel("ERROR")
some_kernels.outer(1)
"""
    environment = environment_of(tmp_path, tmp_path / "cache")
    assert run_with_errors(code, **environment).split() == ["outer", "inner", "None"]
    assert run_with_errors(code, **environment) == ""


def run(code: str, **environment: str) -> str:
    """Run code in a fresh interpreter."""
    return _run(code, environment).stdout


def run_with_errors(code: str, **environment: str) -> str:
    return _run(code, environment).stderr


def _run(code: str, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("COV_", "PYTEST_"))}
    done = subprocess.run(
        [sys.executable, "-c", code], env=settings | environment, cwd=TESTS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done


LIGHT = """
import sys, hanabi
game = hanabi.Game.new(edition="pl", players=3, black_powder=True, seed=7)
{move}
heavy = ("numpy", "numba", "llvmlite", "babel", "rich", "click", "hanabi.compiled")
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


def test_importing_the_compiled_kernels_compiles_nothing(tmp_path: Path) -> None:
    code = """
from hanabi.compiled import cards, deal, ending, knowledge, legality, turn, visibility
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
sys.path[:0] = [".", "compiled"]
from support.game_drivers import SWITCHES
from support.kernel_faces import Native
from hanabi import Game, RuleSet
from test_equal import play_on_both
for name in ("base", "pl in full", "pl, all or nothing", "everything"):
    for seed in range(8):
        play_on_both(RuleSet.of(**SWITCHES[name]), 2 + seed % 4, seed, "peeking")
game = Game.new(seed=1)
try:
    Native(game.rule_tables, game.state).call("turn.play", 99, -1)
except IndexError:
    print("out of bounds")
"""
    assert run(code, NUMBA_BOUNDSCHECK="1").strip() == "out of bounds"


@pytest.mark.slow
def test_the_loops_of_batches_use_no_negative_index() -> None:
    """They are compiled for indices from the start of an array; with bounds checks, any other index is an error."""
    code = """
from support.game_drivers import SWITCHES
from hanabi import RuleSet
from hanabi.simulation import Batch
for name in ("base", "pl in full", "pl, all or nothing", "everything"):
    batch = Batch(RuleSet.of(**SWITCHES[name]), 4, games=200, seed=1, observe="all", keep_final=True)
    batch.reset()
    for _ in range(200):
        batch.step(batch.random_actions())
batch._states["player"] = -1
try:
    batch.step(batch.random_actions())
except IndexError:
    print("out of bounds")
"""
    assert run(code, NUMBA_BOUNDSCHECK="1").strip() == "out of bounds"
