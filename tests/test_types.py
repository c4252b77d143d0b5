"""Types are precise: `Any` is rare except for JSON documents."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "hanabi"
MAX_PER_THOUSAND_LINES = 10
DOCUMENTS = ("dict", "Mapping")


def uses_of_any(source: str) -> int:
    """The number of uses of `Any`, except for the values of a JSON object (`dict[str, Any]`)."""
    return sum(1 for _ in _uses(ast.parse(source)))


def _uses(node: ast.AST) -> Iterator[ast.Name]:
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=[ast.Name(id="str"), ast.Name(id="Any")])) if (
            name in DOCUMENTS
        ):
            return
        case ast.Name(id="Any"):
            yield node
    for child in ast.iter_child_nodes(node):
        yield from _uses(child)


def test_any_is_rare_outside_documents() -> None:
    sources = [path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.py"))]
    lines = sum(len(source.splitlines()) for source in sources)
    assert 1000 * sum(map(uses_of_any, sources)) / lines <= MAX_PER_THOUSAND_LINES
