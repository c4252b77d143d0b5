"""The bot that learned. Its tests need PyTorch (extra `learn`), which `make test` does not install."""

import subprocess
import sys
from pathlib import Path

import pytest

from hanabi.arena.experiment import Experiment
from hanabi.arena.workers import run_experiment
from hanabi.bots import BotError, make_bot
from hanabi.game import Game
from hanabi.rules import RuleSet, id_of_action, kernel_rules, legal_ids
from hanabi.simulation.observation import STANDARD


def test_without_the_extra_one_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "hanabi.simulation.learned", raising=False)
    with pytest.raises(BotError, match=r"^learned needs hanabi\[learn\]: pip install 'hanabi\[learn\]'$"):
        make_bot("learned")


def test_it_plays_well_with_itself() -> None:
    pytest.importorskip("torch", reason="needs hanabi[learn]")
    tally = run_experiment(Experiment(("learned",) * 2, RuleSet.of(), games=20, seed=3))
    assert tally.mean > 12
    assert not tally.faults


def test_rules_that_it_was_not_taught_are_refused() -> None:
    pytest.importorskip("torch", reason="needs hanabi[learn]")
    with pytest.raises(BotError, match="games of two"):
        Experiment(("learned",) * 3, RuleSet.of(), games=1)
    with pytest.raises(BotError, match="five plain suits"):
        Experiment(("learned",) * 2, RuleSet.of(multicolor="wild"), games=1)


def test_it_gives_no_clue_that_touches_no_card() -> None:
    """The base game allows them, but its lessons had none."""
    pytest.importorskip("torch", reason="needs hanabi[learn]")
    bots, standard = (make_bot("learned"), make_bot("simple")), kernel_rules(STANDARD, 2)
    for seed in range(3):
        game = Game.new(players=2, seed=seed)
        while game.player is not None:
            action = bots[game.player].choose(game.view(game.player))
            if game.player == 0:
                assert id_of_action(game.rules, game.rule_tables, game.state, action) in legal_ids(standard, game.state)
            game.act(action)


def test_an_environment_refuses_a_partner_that_cannot_play_its_rules() -> None:
    pytest.importorskip("torch", reason="needs hanabi[learn]")
    from hanabi.simulation.gymnasium import HanabiPartnerEnv

    with pytest.raises(BotError, match="games of two"):
        HanabiPartnerEnv("learned", 3)


def test_the_training_program_writes_weights_and_a_curve(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs hanabi[learn]")
    command = [sys.executable, "-m", "hanabi.simulation.learned", "--games", "20", "--test-games", "20"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "learned.npz").stat().st_size > 100_000
    assert '"decisions"' in (tmp_path / "learned.json").read_text()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--games", "0"], "'0' is not a whole number from 1 on"),
        (["--teacher", "teem"], "there is no bot 'teem'"),
        (["--teacher", "simple"], "a bot with compiled games, such as team or hat, not simple"),
        (["--weights", "nowhere/learned.npz"], "there is no folder nowhere"),
    ],
)
def test_the_training_program_refuses_bad_input_before_the_first_game(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("torch", reason="needs hanabi[learn]")
    from hanabi.simulation import learned

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["learned", *arguments])
    with pytest.raises(SystemExit, match="2"):
        learned.main()
    assert sentence in capsys.readouterr().err
