"""`hanabi stats` from outside."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hanabi import Game
from hanabi.bots import make_bot
from hanabi.cli import main
from hanabi.texts import LANGUAGES, say


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for seed in range(5):
        game = Game.new("ro" if seed % 2 else "es", 2 + seed % 2, seed=seed)
        while game.player is not None:
            game.act(make_bot("simple").choose(game.view(game.player)))
        bots = [None, *["simple"] * (1 + seed % 2)]
        game.record(bots=bots).save(tmp_path / f"{seed}.json")
    Game.new(players=2, seed=9).record().save(tmp_path / "begun.json")
    return tmp_path


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(main, ["stats", *map(str, args)])


def test_games_are_counted_by_edition_players_people_and_bots(folder: Path) -> None:
    result = run(folder, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    assert found["whole"]["games"] == 5
    assert {group["name"]: group["games"] for group in found["editions"]} == {"es": 3, "ro": 2}
    assert {group["name"]: group["games"] for group in found["players"]} == {"2": 3, "3": 2}
    assert [group["name"] for group in found["bots"]] == ["simple"]
    assert [group["name"] for group in found["people"]] == ["Ana"]
    scores = {int(score): count for score, count in found["scores"]["25"].items()}
    assert sum(scores.values()) == 5
    missing = sum((25 - score) * count for score, count in scores.items())
    assert sum(found["losses"].values()) == missing


@pytest.mark.parametrize("lang", LANGUAGES)
def test_statistics_are_printed_in_every_language_and_drawn(folder: Path, lang: str) -> None:
    result = run(folder, "--lang", lang, "--picture", folder / "scores.svg")
    assert result.exit_code == 0, result.output
    assert "█" in result.output
    picture = (folder / "scores.svg").read_text()
    assert picture.startswith("<svg")
    assert f">{say('web.games.scores.of', lang, max=25)}</text>" in picture
    assert f">{say('web.games.score', lang)}</text>" in picture
    assert f">{say('web.games.count', lang)}</text>" in picture


def test_a_file_that_is_not_a_game_is_reported_and_the_others_count(folder: Path) -> None:
    (folder / "junk.json").write_text("[]")
    result = run(folder, "--json")
    assert result.exit_code == 2
    assert "junk.json" in result.stderr
    assert json.loads(result.stdout)["whole"]["games"] == 5


def test_an_empty_folder_has_no_games(tmp_path: Path) -> None:
    result = run(tmp_path, "--lang", "en")
    assert result.exit_code == 0
    assert "no finished games" in result.output


def test_without_saved_games_a_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANABI_GAMES", str(tmp_path / "none"))
    result = run("--lang", "en")
    assert result.exit_code == 0
    assert result.output == "There are no finished games here.\n"
