"""`hanabi review` from outside."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hanabi.cli import main
from hanabi.review import parse_review
from hanabi.texts import LANGUAGES
from support.game_drivers import a_game, peeking, played


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A slightly careless game of three players."""
    table = a_game({"empty_clues": False}, 3, 2)
    list(played(table, peeking, random.Random(2)))
    file = tmp_path_factory.mktemp("games") / "game.json"
    table.record().save(file)
    return file


@pytest.fixture(autouse=True, scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A separate cache for these tests."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hanabi.review.cache.cache_root", lambda: folder)
        yield folder / "reviews"


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(main, ["review", *map(str, args)])


QUICK = ("--judge", "hat", "--depth", "quick")


def test_a_review_is_printed_in_every_language(game: Path) -> None:
    for lang in LANGUAGES:
        result = run(game, *QUICK, "--lang", lang, "--table")
        assert result.exit_code == 0, result.output
        assert "25│" in result.stdout


def test_one_turn_in_detail(game: Path) -> None:
    result = run(game, *QUICK, "--turn", "5", "--lang", "en")
    assert result.exit_code == 0, result.output
    assert "could have known" in result.stdout
    assert "The best moves" in result.stdout


def test_json_output_has_only_the_document_and_is_cached(game: Path, tmp_path: Path, cache: Path) -> None:
    others = set(cache.glob("*"))
    made = (game, *QUICK, "--seed", "8", "--json")
    result = run(*made, "--picture", tmp_path / "curve.svg")
    assert result.exit_code == 0
    (kept,) = set(cache.iterdir()) - others
    assert parse_review(kept.read_text()) == parse_review(result.stdout)
    marked = replace(parse_review(result.stdout), points=-99)
    kept.write_text(marked.dumps())
    assert parse_review(run(*made).stdout) == marked
    kept.write_text("damaged")
    assert parse_review(run(*made).stdout) == parse_review(result.stdout)
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--turn", "999"), "has only"),
        (("--judge", "nobody"), "no judge"),
        (("--depth", "endless"), "not one of"),
    ],
)
def test_impossible_options_are_refused(game: Path, args: tuple[str, str], why: str) -> None:
    result = run(game, *QUICK, *args)
    assert result.exit_code == 2
    assert why in result.output


def test_a_broken_record_is_refused_with_its_position(game: Path, tmp_path: Path) -> None:
    record = json.loads(game.read_text())
    record["actions"][7] = "play 99"
    (tmp_path / "broken.json").write_text(json.dumps(record))
    result = run(tmp_path / "broken.json")
    assert result.exit_code == 2
    assert "actions[7]" in result.stderr
    assert result.stdout == ""


def test_a_folder_becomes_a_table_and_a_page(game: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("first", "second"):
        (folder / f"{name}.json").write_bytes(game.read_bytes())
    (folder / "third.json").write_text("{}")
    report = tmp_path / "report.html"
    result = run(folder, *QUICK, "--output", report, "--lang", "en")
    assert result.exit_code == 0, result.output
    assert "Review of 2 games" in result.stdout
    assert "first" in result.stdout
    assert "third.json" in result.stderr
    page = report.read_text()
    assert "<h1>Review of 2 games</h1>" in page
    assert page.count("<details>") == 2
    documents = run(folder, *QUICK, "--json")
    assert len([parse_review(line) for line in documents.stdout.splitlines()]) == 2
    (tmp_path / "empty").mkdir()
    assert run(tmp_path / "empty", *QUICK).exit_code == 2
