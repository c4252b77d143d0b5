"""One name for one thing: no two public classes share a name, and modules are named by nouns."""

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "hanabi"
# The names there are those of the Hanabi Learning Environment.
FOREIGN = PACKAGE / "simulation" / "hle"
# Words that end in -ing and are nouns.
NOUNS = {"ending", "timing", "gc_tuning"}


def shared_class_names(sources: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The public classes whose name is defined in several of these modules."""
    modules = defaultdict(list)
    for module, text in sources:
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules[node.name].append(module)
    return {name: found for name, found in modules.items() if len(found) > 1}


def gerunds(modules: Iterable[str]) -> set[str]:
    return {module for module in modules if module.endswith("ing") and module not in NOUNS}


def test_no_two_public_classes_have_one_name() -> None:
    files = [file for file in PACKAGE.rglob("*.py") if FOREIGN not in file.parents]
    named = [(str(file.relative_to(PACKAGE)), file.read_text(encoding="utf-8")) for file in files]
    assert shared_class_names(named) == {}


def test_no_module_is_named_by_a_gerund() -> None:
    assert gerunds(file.stem for file in PACKAGE.rglob("*.py")) == set()
    assert gerunds(folder.name for folder in PACKAGE.rglob("*") if folder.is_dir()) == set()


def test_what_is_forbidden_would_be_found() -> None:
    assert shared_class_names([("a.py", "class Line: ..."), ("b.py", "class Line: ..."), ("c.py", "class _Line: ...")])
    assert gerunds(["deciding", "ending"]) == {"deciding"}
