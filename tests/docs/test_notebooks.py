"""The code of the notebooks runs, and its results display themselves. `make docs` runs them in Jupyter."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"


def run(name: str, **shorter: str) -> list[Any]:
    """The values of the cells that end in an expression; `shorter` replaces text."""
    values, names = [], {"__name__": name}
    for cell in json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        code = "".join(cell["source"])
        for argument, value in shorter.items():
            code = code.replace(argument, value)
        *statements, last = ast.parse(code).body
        exec(
            compile(ast.Module([*statements, *([] if isinstance(last, ast.Expr) else [last])], []), name, "exec"), names
        )
        if isinstance(last, ast.Expr):
            values.append(eval(compile(ast.Expression(last.value), name, "eval"), names))
    return values


@pytest.fixture(autouse=True)
def there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(NOTEBOOKS)


def displays(values: list[Any]) -> list[str]:
    return [value._repr_html_() for value in values if hasattr(value, "_repr_html_")]


def test_play_and_look() -> None:
    shown = displays(run("play-and-look"))
    table, bos_view, record, cys_view = shown
    assert "??" not in table
    assert "Bo (you)" in bos_view
    assert "<b>Ana, Bo, Cy</b>: " in record
    assert "Cy (you)" in cys_view


@pytest.mark.slow
def test_simulate_and_compare() -> None:
    hat, simple, matrix = displays(run("simulate-and-compare", **{"games=2000": "games=100", "40": "3"}))
    assert hat.startswith("<svg")
    assert simple.startswith("<svg")
    assert matrix.startswith("<table>")
    assert matrix.count("±") == 4


@pytest.mark.slow
def test_train(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    run("train", **{"updates=200, report=20": "updates=2, report=1, games=16"})
    assert capsys.readouterr().out.count("mean score") == 2


@pytest.mark.parametrize("file", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda file: file.stem)
def test_outputs_are_not_stored(file: Path) -> None:
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)
