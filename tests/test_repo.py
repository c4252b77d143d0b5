"""Pages that are cited exist, the changelog and the version are consistent, and nothing depends on one machine."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import hatch_build
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import hanabi

ROOT = Path(__file__).parents[1]

PRIVATE = {
    "a path of one machine": re.compile(r"(?<![\w.}])/(?:work|root|tmp/hb|opt/pypi|home/\w+)(?![\w-])"),
    "a registry's host": re.compile(
        r"\b(?:(?:test\.)?pypi\.org|pythonhosted\.org|registry\.npmjs\.org|registry\.yarnpkg\.com|deb\.debian\.org)\b"
    ),
}
NOT_OURS = {".git", ".venv", ".venv-peers", "node_modules", "__pycache__", "build", "dist", "site"}
NOT_OURS |= {".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"}


def committed_files() -> list[Path]:
    """Files in git; in an unpacked archive without git, all files that are not built or installed."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        everything = (path for path in ROOT.rglob("*") if NOT_OURS.isdisjoint(path.relative_to(ROOT).parts))
    else:
        everything = (ROOT / name for name in listed.split("\0") if name)
    return [path for path in everything if path.is_file()]


def private_mentions(text: str) -> list[str]:
    return [f"{what}: {found[0]}" for what, pattern in PRIVATE.items() for found in pattern.finditer(text)]


def named_pages(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w./{}-])[\w./-]*\w\.md\b", re.sub(r"\bhttps?://\S+", "", text)))


def page(name: str, file: Path) -> Path | None:
    """The page with this name: relative to the file, to the repository, or to docs/."""
    places = (file.parent / name, ROOT / name, ROOT / "docs" / name)
    return next((place for place in places if place.is_file()), None)


def headings(page: Path) -> list[str]:
    return [text.lower() for text in re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)]


def cited_sections(text: str) -> set[tuple[str, str]]:
    """`rules.md, sections 3 and 6`, `protocol.md, "A fair deal"` and `record.md, states:` cite parts of a page."""
    cited = set()
    for name, numbers, quoted, word in re.findall(
        r'([\w./-]*\w\.md), (?:sections? (\d(?:(?:, | and )\d)*)|"([^"]+)"|(\w+)(?=[.:;)]))', text
    ):
        cited |= {(name, f"{number}.") for number in re.findall(r"\d", numbers)}
        cited |= {(name, part.lower()) for part in (quoted, word) if part}
    return cited


def missing_pages(text: str, file: Path) -> list[str]:
    """Pages and sections that a text cites but that do not exist."""
    missing = [name for name in sorted(named_pages(text)) if page(name, file) is None]
    for name, part in sorted(cited_sections(text)):
        found = page(name, file)
        if found is not None and not any(f"{heading} ".startswith(f"{part} ") for heading in headings(found)):
            missing.append(f"{name}, {part}")
    return missing


NAMES_PAGES = {".cff", ".js", ".json", ".md", ".py", ".svelte", ".toml", ".ts", ".yaml", ".yml", ""}


def test_every_page_that_is_named_is_there() -> None:
    found = {
        str(path.relative_to(ROOT)): missing
        for path in committed_files()
        if path.suffix in NAMES_PAGES
        and (missing := missing_pages(path.read_text(encoding="utf-8", errors="replace"), path))
    }
    assert found == {}


def test_every_recipe_exists_and_so_does_every_file_it_names() -> None:
    recipes = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Recipes\n")[2]
    headings = {
        re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in re.findall("^### (.+)", recipes, re.M)
    }
    assert headings == set(re.findall(r"\]\(#([a-z-]+)\)", recipes.partition("\n### ")[0]))
    named = re.findall(r"`([\w./-]+/[\w.-]+\.(?:py|json|toml|md|ts|css|svelte))`", recipes)
    paths = [f"/{path.relative_to(ROOT)}" for path in committed_files()]
    made_up = {"rNNNN_what.py", "wave.py"}
    missing = {name for name in named if not any(path.endswith(f"/{name}") for path in paths)}
    assert {name for name in missing if name.rpartition("/")[2] not in made_up} == set()


def changelog_parts() -> list[tuple[str, list[str]]]:
    """The titles of the versions, newest first, each with the groups of changes under it."""
    parts = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return [(part.partition("\n")[0], re.findall(r"^### (.+)$", part, flags=re.MULTILINE)) for part in parts]


CHANGELOG_GROUPS = ["Players", "Hosts", "Bot authors", "Researchers and Python users", "Developers", "Rules"]


def test_the_changelog_starts_with_unreleased_changes() -> None:
    assert changelog_parts()[0] == ("Unreleased", CHANGELOG_GROUPS)


def test_the_changelog_has_a_dated_section_for_the_version() -> None:
    titles = [title for title, _ in changelog_parts()[1:]]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ – \d{4}-\d\d-\d\d", title) for title in titles)
    assert titles[0].startswith(f"{hanabi.__version__} – ")
    assert all(set(groups) <= set(CHANGELOG_GROUPS) for _, groups in changelog_parts())


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"] == {"path": "src/hanabi/__init__.py"}
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert "src/hanabi/__init__.py" in release
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert f"{citation['version']} – {citation['date-released']}" == changelog_parts()[1][0]


@pytest.mark.parametrize("extra", ["build", "server", "test"])
def test_the_locked_dependencies_are_those_of_the_package(extra: str) -> None:
    text = (ROOT / "requirements" / f"{extra}.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in entry for entry in entries)
    locked = {canonicalize_name(entry.partition("==")[0]): entry.split()[0].partition("==")[2] for entry in entries}
    for requirement in _requirements(extra):
        assert requirement.specifier.contains(locked[canonicalize_name(requirement.name)]), f"{requirement}: make lock"
    needed = list(_requirements(extra))
    for requirement in needed:
        assert canonicalize_name(requirement.name) in locked, f"{requirement}: make lock"
        with suppress(PackageNotFoundError):  # other platforms need it
            for each in map(Requirement, requires(requirement.name) or ()):
                extras = [{"extra": extra} for extra in ("", *requirement.extras)]
                if each not in needed and (not each.marker or any(map(each.marker.evaluate, extras))):
                    needed.append(each)


def _requirements(extra: str) -> Iterator[Requirement]:
    """The direct dependencies of an extra, including those of the extras that it names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in map(Requirement, project["optional-dependencies"][extra]):
        if requirement.name == project["name"]:
            for other in requirement.extras:
                yield from _requirements(other)
        else:
            yield requirement


def test_actions_of_workflows_are_pinned_by_commit() -> None:
    workflows = [file.read_text(encoding="utf-8") for file in (ROOT / ".github" / "workflows").glob("*.yml")]
    actions = [name for text in workflows for name in re.findall(r"uses: (\S+)", text)]
    assert actions
    assert [name for name in actions if not re.fullmatch(r"\S+@[0-9a-f]{40}", name)] == []


def test_links_of_the_description_work_outside_of_the_repository() -> None:
    text = hatch_build.description(ROOT, "https://example.org/hanabi")
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    assert targets
    assert all(target.startswith("https://") for target in targets)
    assert "https://example.org/hanabi/raw/main/docs/screenshots/table.png" in targets
    assert "https://example.org/hanabi/blob/main/docs/play.md" in targets


def test_no_file_speaks_of_one_machine_or_of_a_registry() -> None:
    found = {
        str(path.relative_to(ROOT)): mentions
        for path in committed_files()
        if (mentions := private_mentions(path.read_text(encoding="utf-8", errors="replace")))
    }
    assert found == {}
