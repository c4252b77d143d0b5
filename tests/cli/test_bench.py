"""`hanabi bench` measures, prints, and says what is missing. No test checks the speed itself."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import hanabi
from hanabi.cli import bench, main
from hanabi.simulation.speed import Effort, Play, Rate, compared, compiled_play, rate, rates_by_turns, stepped

ROOT = Path(__file__).parents[2]
BLINK = Effort(seconds=0.002, turns=2)
needs_compiler = pytest.mark.skipif(shutil.which("c++") is None, reason="needs a C++ compiler")


@pytest.fixture(autouse=True)
def short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.002)


@pytest.fixture
def installed_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the package had been installed from a wheel."""
    monkeypatch.setattr(hanabi, "__file__", str(tmp_path / "lib" / "site-packages" / "hanabi" / "__init__.py"))


def figures(*arguments: str) -> dict[str, dict[str, list[float]]]:
    done = CliRunner().invoke(main, ["bench", "--turns", "2", "--json", *arguments])
    assert done.exit_code == 0, done.output
    found: dict[str, dict[str, list[float]]] = json.loads(done.stdout)
    return found


@needs_compiler
def test_a_clone_measures_the_flat_loop_in_turn_with_ours() -> None:
    found = figures("--players", "2")
    for name in ("raw_2p", "batch_2p", "observed_2p"):
        assert found["ours"][name][0] > 0
        median, low, high = found["of_flat"][name]
        assert low <= median <= high
        assert found["ours"][name][1] / found["flat"][name][2] <= high
    assert found["threads"]["2p"]
    assert found["missing"] == {}


@pytest.mark.usefixtures("installed_elsewhere")
def test_a_wheel_measures_our_rates_and_says_how_to_compare_them() -> None:
    found = figures("--players", "2")
    assert found["flat"] == found["of_flat"] == {}
    assert "--sources" in str(found["missing"]["flat_loop"])
    done = CliRunner().invoke(main, ["bench", "--turns", "1", "--players", "2"])
    assert "divided by the flat loop" not in done.stdout
    assert done.stdout.splitlines()[-1] == str(found["missing"]["flat_loop"])


@needs_compiler
@pytest.mark.usefixtures("installed_elsewhere")
def test_a_wheel_compares_them_with_the_flat_loop_of_a_clone() -> None:
    assert figures("--players", "2", "--sources", str(ROOT))["of_flat"]


def test_without_a_compiler_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    done = CliRunner().invoke(main, ["bench", "--turns", "1", "--players", "2"])
    assert done.exit_code == 0, done.output
    assert "install a C++ compiler (c++)" in done.stdout.splitlines()[-1]


@needs_compiler
def test_the_tables_have_every_rate_and_ratio() -> None:
    done = CliRunner().invoke(main, ["bench", "--turns", "1"])
    assert done.exit_code == 0, done.output
    for text in ("2 players", "5 players", "flat loop, batch from Python", "divided by the flat loop", "2 threads"):
        assert text in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines()[:-1])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "2,6"], "--players takes numbers from 2 to 5, not '2,6'"),
        (["--players", "two"], "--players takes numbers such as 2,3, not 'two'"),
        (["--sources", "."], "--sources: . has no benchmarks/speed/flat_loop.py"),
        (["--turns", "0"], "0 is not in the range x>=1"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["bench", *arguments])
    assert done.exit_code == 2
    assert sentence in done.stderr


def test_the_median_of_the_turns_counts() -> None:
    assert Rate.of([3.0, 1.0, 2.0]) == Rate(2.0, 1.0, 3.0)
    clock = iter(range(100))
    found = rate(lambda: 10, Effort(seconds=4, turns=2), clock=lambda: next(clock))
    assert found.low <= found.median <= found.high


def test_turns_alternate_and_ratios_are_taken_turn_by_turn() -> None:
    now, calls = 0.0, []

    def player(name: str, moves: int) -> Play:
        def play() -> int:
            nonlocal now
            now += 1.0
            calls.append(name)
            return moves

        return play

    ours, theirs, ratio = compared(player("ours", 30), player("theirs", 10), Effort(1.0, 3), lambda: now)
    assert calls == ["ours", "theirs"] * 4, "a warm-up, then three turns"
    assert (ours.median, theirs.median, ratio) == (30, 10, Rate(3, 3, 3))


@pytest.mark.parametrize("players", [2, 5])
def test_what_is_measured_plays_real_games(players: int) -> None:
    from hanabi.simulation import STANDARD, Batch

    batch = Batch(STANDARD, players, games=16, seed=1)
    plays = [compiled_play(players), compiled_play(players, clones=True), stepped(batch)]
    assert all(moves > 0 for rates in rates_by_turns(plays, BLINK) for moves in rates)
    assert batch.scores.max() > 0
