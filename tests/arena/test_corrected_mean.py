"""The corrected mean is right on average, and less noisy where the control explains the scores."""

import json
import random
from statistics import fmean, stdev

import pytest
from click.testing import CliRunner

from hanabi.arena.tally import corrected_mean
from hanabi.cli import main


def sampled(rng: random.Random, games: int, deals: int) -> tuple[list[int], list[int]]:
    """Scores that share the difficulty of their deal; the scores' true mean is 20."""
    hard = [rng.randint(-3, 3) for _ in range(deals)]
    control = [10 + deal + rng.randint(-1, 1) for deal in hard]
    return [20 + deal + rng.randint(-1, 1) for deal in hard[:games]], control


def test_corrected_means_scatter_as_they_say() -> None:
    rng = random.Random(1)
    samples = [sampled(rng, 60, 2000) for _ in range(300)]
    plain = [fmean(scores) for scores, _ in samples]
    corrected = [corrected_mean(*sample) for sample in samples]
    means = [one.mean for one in corrected]
    assert fmean(means) == pytest.approx(20, abs=0.03)
    assert stdev(means) < 0.6 * stdev(plain)
    assert fmean(one.stderr for one in corrected) == pytest.approx(stdev(means), rel=0.15)
    assert all(0.7 < one.correlation < 1 for one in corrected)


def test_a_control_that_explains_nothing_changes_little() -> None:
    rng = random.Random(2)
    scores, control = [rng.randint(0, 25) for _ in range(500)], [rng.randint(0, 25) for _ in range(1000)]
    corrected = corrected_mean(scores, control)
    assert corrected.mean == pytest.approx(fmean(scores), abs=0.2)
    assert corrected.stderr == pytest.approx(stdev(scores) / 500**0.5, rel=0.02)


def test_games_that_are_all_the_same_have_no_error() -> None:
    corrected = corrected_mean([25] * 5, [25] * 9)
    assert (corrected.mean, corrected.stderr, corrected.correlation) == (25, 0, 0)


@pytest.mark.parametrize(("games", "deals"), [(2, 10), (10, 10), (10, 5)])
def test_too_few_games_are_refused(games: int, deals: int) -> None:
    with pytest.raises(ValueError, match="cannot be corrected"):
        corrected_mean([1] * games, [1] * deals)


def test_the_command_corrects_by_another_bot() -> None:
    arguments = ["simulate", "--bot", "hat", "--games", "20", "--control", "hat", "--control-games", "400", "--json"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    corrected = json.loads(done.stdout)["corrected"]
    whole = json.loads(CliRunner().invoke(main, ["simulate", "--bot", "hat", "--games", "400", "--json"]).stdout)
    assert corrected["by"] == "hat"
    assert corrected["correlation"] == pytest.approx(1)
    assert corrected["mean"] == pytest.approx(whole["mean"])
    assert corrected["stderr"] == pytest.approx(whole["stderr"], rel=0.5)
    few = CliRunner().invoke(main, ["simulate", "--games", "20", "--control", "hat", "--control-games", "20"])
    assert few.exit_code == 2
    assert "must be more than --games" in few.output
