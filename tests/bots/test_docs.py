"""The first bot in docs/bots.md plays without a fault."""

import re
from pathlib import Path

from hanabi.arena.experiment import Experiment
from hanabi.arena.workers import run_experiment
from hanabi.rules import RuleSet

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_first_bot_of_the_docs_plays_without_a_fault(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    file = tmp_path / "my_bot.py"
    file.write_text(found.group(1))
    tally = run_experiment(Experiment(bots=(str(file), "simple", str(file)), rules=RuleSet.of(), games=5, seed=1))
    assert not tally.faults
    assert tally.mean > 5
