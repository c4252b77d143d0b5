"""Every example runs, in a short form."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = {"learner": ["--updates", "2", "--games", "16"]}


@pytest.mark.parametrize("name", sorted(file.stem for file in EXAMPLES.glob("*.py")))
def test_an_example_runs_as_a_reader_would_run_it(name: str, tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *SHORT.get(name, [])]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip(), "an example has something to show"


def test_every_face_has_its_random_agent() -> None:
    assert {file.stem for file in EXAMPLES.glob("random_*.py")} == {
        "random_batch",
        "random_gymnasium",
        "random_hle",
        "random_pettingzoo",
        "random_vector",
    }


def test_the_learner_learns(tmp_path: Path) -> None:
    options = ["--updates", "180", "--games", "256", "--seed", "3", "--report", "30", "--plot", "curve.png"]
    done = subprocess.run(
        [sys.executable, EXAMPLES / "learner.py", *options], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    scores = [float(score) for score in re.findall(r"mean score (\S+) of 6", done.stdout)]
    assert len(scores) == 6
    assert scores[-1] > scores[0] + 0.4, done.stdout
    assert (tmp_path / "curve.png").stat().st_size > 5_000
