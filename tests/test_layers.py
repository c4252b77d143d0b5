"""Data flows one way: lower layers never import higher ones, and the rules know no files, no clock and no chance."""

import ast
import importlib.util
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src"

# Lowest first. Names of one line are neighbors. "__init__" is the front door, `import hanabi` itself.
LAYERS = (
    ("texts", "kernels"),
    ("native",),
    ("rules",),
    ("chance",),
    ("records",),
    ("game",),
    ("solvers",),
    ("bots",),
    ("simulation",),
    ("arena",),
    ("analysis",),
    ("puzzles",),
    ("tables",),
    ("__init__",),
    ("terminal"),
    ("cli",),
    ("__main__",),
)
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}

PURE = ("hanabi.rules", "hanabi.kernels")
IMPURE_MODULES = (
    "datetime",
    "http",
    "importlib.resources",
    "io",
    "numpy.random",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "time",
    "urllib",
    "uuid",
)
IMPURE_CALLS = ("input", "open", "print")
ALLOWED = {("hanabi.rules.editions", "importlib.resources")}  # editions are data files of the package


def modules(sources: Path) -> dict[str, str]:
    """The text of every module under `sources`; a package is named with its `__init__`."""
    return {
        ".".join(path.relative_to(sources).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in sorted(sources.rglob("*.py"))
    }


def imports(module: str, source: str) -> Iterator[tuple[int, str]]:
    """Line and absolute name of everything that a module imports, wherever in the module it does so."""
    package = module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source, module)):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield node.lineno, alias.name
            case ast.ImportFrom(module=origin, names=names, level=level):
                start = importlib.util.resolve_name("." * level + (origin or ""), package)
                for alias in names:
                    yield node.lineno, f"{start}.{alias.name}"
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, importlib.util.resolve_name(name, package)


def layer(name: str) -> str:
    """`hanabi.rules.game` is in `rules`; what `hanabi` only re-exports belongs to its front door."""
    top = name.split(".")[1] if "." in name else "__init__"
    return top if top in HEIGHT else "__init__"


def upward_imports(sources: Mapping[str, str]) -> list[str]:
    return [
        f"{module}:{line} is in layer {layer(module)} and imports {name} of layer {layer(name)}"
        for module, source in sources.items()
        for line, name in imports(module, source)
        if name.split(".")[0] == "hanabi"
        and name != "hanabi.__version__"
        and HEIGHT[layer(name)] > HEIGHT[layer(module)]
    ]


def is_within(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")


def impurities(sources: Mapping[str, str]) -> list[str]:
    found = []
    for module, source in sources.items():
        if not any(is_within(module, package) for package in PURE):
            continue
        for line, name in imports(module, source):
            for impure in IMPURE_MODULES:
                allowed = (module.removesuffix(".__init__"), impure) in ALLOWED
                if is_within(name, impure) and not allowed:
                    found.append(f"{module}:{line} imports {name}")
        for node in ast.walk(ast.parse(source, module)):
            match node:
                case ast.Call(func=ast.Name(id=called)) if called in IMPURE_CALLS:
                    found.append(f"{module}:{node.lineno} calls {called}()")
                case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="random"):
                    found.append(f"{module}:{node.lineno} uses numpy.random")
    return found


def test_lower_layers_never_import_higher_ones() -> None:
    assert upward_imports(modules(SOURCES)) == []


def test_every_module_has_its_layer() -> None:
    tops = {name.split(".")[1] for name in modules(SOURCES)}
    assert tops == HEIGHT.keys(), f"LAYERS and the package differ in {sorted(tops ^ HEIGHT.keys())}"


def test_rules_and_kernels_do_no_input_or_output_and_know_no_clock_and_no_chance() -> None:
    assert impurities(modules(SOURCES)) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("hanabi.kernels.deal", "import hanabi.rules"),
        ("hanabi.kernels.deal", "from hanabi.rules import game"),
        ("hanabi.kernels.deal", "from hanabi import rules"),
        ("hanabi.kernels.deal", "from .. import chance"),
        ("hanabi.kernels.deal", "from ..rules.game import Game"),
        ("hanabi.kernels.__init__", "from ..native import turn"),
        ("hanabi.rules.game", "def record(self):\n    from hanabi.records import Record\n"),
        (
            "hanabi.rules.game",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import hanabi.server.tables.table\n",
        ),
        ("hanabi.rules.game", "import importlib\nimportlib.import_module('hanabi.web')"),
        ("hanabi.rules.game", "from importlib import import_module\nimport_module('..web', __package__)"),
        ("hanabi.bots.simple", "import hanabi"),
        ("hanabi.bots.simple", "from hanabi import Game"),
        ("hanabi.__init__", "from .cli import main"),
        ("hanabi.server.server", "from hanabi.cli import main"),
    ],
)
def test_an_upward_import_is_found(module: str, source: str) -> None:
    assert len(upward_imports({module: source})) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("hanabi.rules.game", "from hanabi.kernels import turn\nfrom . import cards\nfrom .cards import Card"),
        ("hanabi.rules.__init__", "from .game import Game"),
        ("hanabi.kernels.deal", "from . import kernel\nimport numpy"),
        ("hanabi.__init__", "from hanabi.rules import Game\nfrom .records import Record"),
        ("hanabi.records.codec", "from hanabi import __version__"),
        ("hanabi.cli", "import hanabi\nfrom hanabi.terminal import play"),
    ],
)
def test_a_downward_import_is_welcome(module: str, source: str) -> None:
    assert upward_imports({module: source}) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("hanabi.rules.game", "import os.path"),
        ("hanabi.rules.game", "from pathlib import Path"),
        ("hanabi.rules.game", "from importlib import resources"),
        ("hanabi.rules.game", "def now():\n    import time\n"),
        ("hanabi.rules.game", "text = open('rules.txt')"),
        ("hanabi.rules.editions.__init__", "import pathlib"),
        ("hanabi.kernels.deal", "from random import shuffle"),
        ("hanabi.kernels.deal", "from numpy import random"),
        ("hanabi.kernels.deal", "import numpy as np\ndef deal(s):\n    np.random.shuffle(s.deck)\n"),
    ],
)
def test_an_impure_rule_is_found(module: str, source: str) -> None:
    assert len(impurities({module: source})) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("hanabi.rules.editions.__init__", "from importlib.resources import files"),
        ("hanabi.rules.editions", "from importlib import resources"),
        ("hanabi.rules.game", "import operator\nimport itertools"),
        ("hanabi.chance.shuffle", "import random"),
        ("hanabi.records.codec", "from pathlib import Path"),
    ],
)
def test_a_pure_rule_is_welcome(module: str, source: str) -> None:
    assert impurities({module: source}) == []
