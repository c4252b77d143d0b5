"""`hanabi play --from`: another try from the middle of a recorded game."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hanabi import Game
from hanabi.bots import make_bot
from hanabi.cli import main
from hanabi.records import load, replay


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HANABI_GAMES", str(tmp_path / "games"))
    game = Game.new(players=3, seed=4)
    while game.player is not None:
        game.act(make_bot("simple").choose(game.view(game.player)))
    game.record(bots=["simple"] * 3).save(tmp_path / "played.json")
    return tmp_path


def run(folder: Path, *args: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", "--from", str(folder / "played.json"), "--lang", "en", *args], input=typed)


@pytest.mark.parametrize("deal", ["same", "new"])
def test_a_turn_is_replayed_and_the_bots_continue(played: Path, deal: str) -> None:
    result = run(played, "--turn", "12", "--deal", deal, typed="discard 1\n")
    assert result.exit_code == 0, result.output
    assert "starting with turn 12" in " ".join(result.output.split())
    before = load(played / "played.json")
    (file,) = (played / "games").iterdir()
    saved = load(file)
    assert [action.split()[0] for action in saved.actions[:12]] == [
        *(action.split()[0] for action in before.actions[:11]),
        "discard",
    ]
    assert (saved.deck == before.deck) == (deal == "same")
    assert len(saved.actions) == 14
    mover = replay(before, 11).player
    assert saved.extra["terminal"] == {"seat": mover, "bots": [None if at == mover else "simple" for at in range(3)]}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--turn", "500"], "has only"),
        (["--seat", "4"], "the seats here are 0 to 2"),
        (["--resume"], "only one of them"),
        (["--players", "3"], "keeps its own settings"),
    ],
)
def test_impossible_options_are_refused(played: Path, options: list[str], why: str) -> None:
    result = run(played, *options)
    assert result.exit_code == 2
    assert why in " ".join(result.output.split())


def test_a_turn_needs_a_game() -> None:
    result = CliRunner().invoke(main, ["play", "--turn", "3"])
    assert result.exit_code == 2
    assert "--turn only works with --from" in result.output


def test_other_files_are_refused(played: Path) -> None:
    (played / "played.json").write_text("{}")
    result = run(played)
    assert result.exit_code == 2
    assert "cannot be replayed" in " ".join(result.output.split())
