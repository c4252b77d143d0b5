"""Types say something: `Any` stands where documents come in and go out, and hardly anywhere else."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "hanabi"
MOST_IN_A_THOUSAND_LINES = 10
DOCUMENTS = ("dict", "Mapping")


def uses_of_any(source: str) -> int:
    """How often `Any` is written, but as the values of a JSON object (`dict[str, Any]`)."""
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


def test_any_is_rare_outside_of_documents() -> None:
    sources = [path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.py"))]
    lines = sum(len(source.splitlines()) for source in sources)
    assert 1000 * sum(map(uses_of_any, sources)) / lines <= MOST_IN_A_THOUSAND_LINES


def test_any_is_counted_but_in_documents() -> None:
    assert uses_of_any("def read(data: dict[str, Any], more: Mapping[str, Any]) -> None: ...") == 0
    assert uses_of_any("def read(data: Any, more: list[Any]) -> Callable[..., Any]: ...") == 3
