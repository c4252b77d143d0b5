"""The bot that learned. Its tests need PyTorch (extra `learn`), which `make test` does not install."""

import subprocess
import sys
from pathlib import Path

import pytest

from hanabi.arena.experiment import Experiment
from hanabi.arena.workers import run_experiment
from hanabi.bots import BotError, make_bot
from hanabi.rules import RuleSet


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


def test_the_training_program_writes_weights_and_a_curve(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs hanabi[learn]")
    command = [sys.executable, "-m", "hanabi.simulation.learned", "--games", "20", "--test-games", "20"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "learned.npz").stat().st_size > 100_000
    assert '"decisions"' in (tmp_path / "learned.json").read_text()
