"""What benchmarks and tools import from the package exists: nothing else runs all of them."""

import ast
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = [*(ROOT / "benchmarks").rglob("*.py"), *(ROOT / "tools").rglob("*.py")]


def missing(source: str) -> list[str]:
    """The imports from the package that fail."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "hanabi":
            module = importlib.import_module(node.module or "")
            for alias in node.names:
                if not hasattr(module, alias.name):
                    try:
                        importlib.import_module(f"{node.module}.{alias.name}")
                    except ImportError:
                        found.append(f"{node.module}.{alias.name}")
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_what_it_imports_exists(file: Path) -> None:
    assert missing(file.read_text(encoding="utf-8")) == []


def test_a_missing_name_is_found() -> None:
    assert missing("from hanabi.standings import Standings, Sitting") == ["hanabi.standings.Sitting"]
