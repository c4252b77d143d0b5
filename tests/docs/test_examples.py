"""Every Python example on every page runs as a reader would type it.

The examples of a page run one after another and share their names, in a folder with a finished game.
An example that cannot run has a line `<!-- not run: REASON -->` right above it.
"""

import doctest
import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
GAME = ROOT / "tests" / "golden" / "ro-finished.json"
FENCE = re.compile(r"^(?:<!-- not run: (?P<reason>.+) -->\n)?```python\n(?P<code>.*?)^```", re.DOTALL | re.MULTILINE)


class Example(NamedTuple):
    code: str
    not_run: str | None = None


def examples(markdown: str) -> list[Example]:
    return [Example(match["code"], match["reason"]) for match in FENCE.finditer(markdown)]


def pages() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "client" / "README.md"]


WITH_EXAMPLES = {
    str(page.relative_to(ROOT)): shown for page in pages() if (shown := examples(page.read_text(encoding="utf-8")))
}


def run(shown: list[Example], page: str) -> None:
    """Run sessions (`>>>`) as doctests and everything else as scripts."""
    names: dict[str, object] = {"__name__": "example"}
    for number, example in enumerate(shown, start=1):
        if example.not_run is not None:
            continue
        if ">>> " in example.code:
            session = doctest.DocTestParser().get_doctest(example.code, names, f"{page}, {number}", None, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            report: list[str] = []
            failed = runner.run(session, out=report.append, clear_globs=False).failed
            assert not failed, "".join(report)
            names |= session.globs
        else:
            exec(compile(example.code, f"<{page}, {number}>", "exec"), names)


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_the_examples_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    for name in ("game.json", "games/game-000000.json"):  # as `--save` names them
        shutil.copy(GAME, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    run(WITH_EXAMPLES[page], page)


def test_the_pages_that_have_examples() -> None:
    expected = {
        "README.md",
        "CONTRIBUTING.md",
        "docs/bots.md",
        "docs/research.md",
        "docs/start.md",
        "docs/review.md",
        "docs/simulation.md",
        "docs/solver.md",
    }
    assert expected <= WITH_EXAMPLES.keys()
    left_out = {page for page, shown in WITH_EXAMPLES.items() if any(example.not_run for example in shown)}
    assert left_out == {"CONTRIBUTING.md"}
