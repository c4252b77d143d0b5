"""How the sources are laid out: one name per thing, folders of a readable size, rules without side effects.

The order of the layers is checked by import-linter (`make lint`, contracts in pyproject.toml).
"""

import ast
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "hanabi"
# Modules with a plain and a compiled version, and folders whose modules share names.
TWO_VERSIONS = ("bits", "counter_rng")
FREE = ("cli", "interpreted", "versions")
# Names there are those of the Hanabi Learning Environment.
FOREIGN = PACKAGE / "simulation" / "hle"
# Words that end in -ing and are nouns.
NOUNS = {"ending", "judging", "seating", "timing"}
# Plain lists of like things: one convention, one API resource, one command per module.
LISTS = {PACKAGE / "bots" / "team" / "engine" / "conventions", PACKAGE / "server" / "api", PACKAGE / "cli"}
MAX_MODULES = 20
MAX_IMPORTS = 0.07
SIDE_EFFECTS = {"input", "open", "print"}


@cache
def sources(folder: Path = PACKAGE) -> list[tuple[Path, ast.Module]]:
    return [(file, ast.parse(file.read_text(encoding="utf-8"), str(file))) for file in sorted(folder.rglob("*.py"))]


def test_no_two_public_classes_have_one_name() -> None:
    modules = defaultdict(list)
    for file, tree in sources():
        if FOREIGN not in file.parents:
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    modules[node.name].append(file.name)
    assert {name: files for name, files in modules.items() if len(files) > 1} == {}


def test_no_two_public_functions_have_one_name() -> None:
    """Except what has two versions, plain and compiled."""
    modules = defaultdict(list)
    for file, tree in sources():
        if FOREIGN not in file.parents and file.stem not in TWO_VERSIONS and file.parent.name not in FREE:
            for node in tree.body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
                    modules[node.name].append(file.name)
    assert {name: files for name, files in modules.items() if len(files) > 1} == {}


def test_imports_are_a_small_part_of_the_sources() -> None:
    """Many small modules spend their lines on importing each other."""
    lines = imports = 0
    for file, tree in sources():
        lines += len(file.read_text(encoding="utf-8").splitlines())
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports += (node.end_lineno or node.lineno) - node.lineno + 1
    assert imports <= MAX_IMPORTS * lines


def test_no_module_is_named_by_a_gerund() -> None:
    names = {path.stem for path in PACKAGE.rglob("*") if path.is_dir() or path.suffix == ".py"}
    assert {name for name in names if name.endswith("ing")} <= NOUNS


def test_no_folder_has_more_modules_than_a_reader_can_scan() -> None:
    modules = Counter(file.parent for file, _ in sources() if file.name != "__init__.py")
    assert {folder: n for folder, n in modules.items() if n > MAX_MODULES and folder not in LISTS} == {}


@pytest.mark.parametrize("folder", ["rules", "kernels"])
def test_rules_neither_read_nor_print_nor_draw_random_numbers(folder: str) -> None:
    for file, tree in sources(PACKAGE / folder):
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=called)):
                    assert called not in SIDE_EFFECTS, f"{file}:{node.lineno} calls {called}()"
                case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="random"):
                    pytest.fail(f"{file}:{node.lineno} uses numpy.random")
