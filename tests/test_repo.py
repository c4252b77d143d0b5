"""The repository keeps its word: its examples run, its version is one, and it is at home on any machine."""

import doctest
import re
import subprocess
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import hanabi

ROOT = Path(__file__).parents[1]

PRIVATE = {
    "a path of one machine": re.compile(r"(?<![\w.}])/(?:work|root|tmp/hb|opt/pypi|home/\w+)(?![\w-])"),
    "a registry's host": re.compile(
        r"\b(?:(?:test\.)?pypi\.org|pythonhosted\.org|registry\.npmjs\.org|registry\.yarnpkg\.com|deb\.debian\.org)\b"
    ),
}
NOT_OURS = {".git", ".venv", ".venv-peers", "node_modules", "__pycache__", "build", "dist"}
NOT_OURS |= {".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"}


def python_blocks(markdown: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", markdown, flags=re.DOTALL | re.MULTILINE)


def run_examples(blocks: list[str]) -> None:
    """Run the blocks one after another, as a reader would type them: a session as a doctest, the rest as a script."""
    names: dict[str, object] = {"__name__": "readme"}
    for number, block in enumerate(blocks, start=1):
        if ">>> " in block:
            session = doctest.DocTestParser().get_doctest(block, names, f"example {number}", None, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            report: list[str] = []
            failed = runner.run(session, out=report.append, clear_globs=False).failed
            assert not failed, "".join(report)
            names |= session.globs
        else:
            exec(compile(block, f"<example {number}>", "exec"), names)


def committed_files() -> list[Path]:
    """What git keeps; in an unpacked archive, without git, everything that is not built or installed."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        everything = (path for path in ROOT.rglob("*") if NOT_OURS.isdisjoint(path.relative_to(ROOT).parts))
    else:
        everything = (ROOT / name for name in listed.split("\0") if name)
    return [path for path in everything if path.is_file()]


def private_mentions(text: str) -> list[str]:
    return [f"{what}: {found[0]}" for what, pattern in PRIVATE.items() for found in pattern.finditer(text)]


def test_the_examples_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = python_blocks((ROOT / "README.md").read_text(encoding="utf-8"))
    assert blocks, "README.md shows no Python example"
    run_examples(blocks)


def test_examples_share_their_names() -> None:
    run_examples(["hand = [1, 2]\n", ">>> hand.append(3)\n>>> hand\n[1, 2, 3]\n", "assert hand == [1, 2, 3]\n"])


@pytest.mark.parametrize("block", ["assert 1 == 2\n", ">>> 1 + 1\n3\n", ">>> 1 / 0\n"])
def test_a_wrong_example_is_found(block: str) -> None:
    markdown = f"# Title\n\n```python\n{block}```\n"
    with pytest.raises(AssertionError):
        run_examples(python_blocks(markdown))


def test_the_changelog_opens_with_what_is_not_yet_released() -> None:
    headings = re.findall(r"^##+ (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert headings[:5] == ["Unreleased", "Added", "Changed", "Fixed", "Rules"]


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert hanabi.__version__ == project["version"] == version("hanabi")


def test_no_file_speaks_of_one_machine_or_of_a_registry() -> None:
    found = {
        str(path.relative_to(ROOT)): mentions
        for path in committed_files()
        if (mentions := private_mentions(path.read_text(encoding="utf-8", errors="replace")))
    }
    assert found == {}


def test_private_mentions_are_found() -> None:
    folder, host = "work", "pypi"
    assert private_mentions(f"see /{folder}/notes and https://{host}.org/simple")
    assert private_mentions(f"cd /{'root'}\n")
    assert not private_mentions("src/work/notes, ../root, /workflows and /root-finding")
