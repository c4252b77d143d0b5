"""Experiments, chunks and tallies: the same games on any workers, and a bot's fault stops no game."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from hanabi.arena.experiment import Experiment, lineup
from hanabi.arena.league import League, Pairing, as_markdown
from hanabi.arena.tally import ChunkResult, Tally, histogram_svg, histogram_text
from hanabi.arena.workers import InProcess, Processes, run_experiment
from hanabi.bots.bot import BotError
from hanabi.cli import main
from hanabi.cli.simulate import result_text
from hanabi.records import load, replay
from hanabi.rules import RuleSet
from hanabi.simulation import Batch

BASE = RuleSet.of(empty_clues=False)
SMALL = RuleSet.of(colors=1, hand_size=2)


def test_workers_make_no_difference() -> None:
    experiment = Experiment(bots=("simple", "random", "simple"), rules=RuleSet.of("pl"), games=45, seed=3)
    alone, together = run_experiment(experiment, InProcess()), run_experiment(experiment, Processes(2))
    assert alone.scores == together.scores
    assert alone.to_dict() | {"seconds": 0} == together.to_dict() | {"seconds": 0}


def test_a_part_of_an_experiment_has_the_same_games() -> None:
    whole = run_experiment(Experiment(bots=("hat",) * 4, rules=BASE, games=60, seed=9))
    part = run_experiment(Experiment(bots=("hat",) * 4, rules=BASE, games=20, seed=9, first=40))
    assert whole.scores[40:] == part.scores


def test_deals_are_those_of_a_batch() -> None:
    from hanabi.arena.view_games import numbered_deal

    experiment = Experiment(bots=("hat",) * 3, rules=RuleSet.of("pl", flamboyants=True), games=4, seed=21)
    batch = Batch(experiment.rules, 3, games=4, seed=21)
    batch.reset()
    for game in range(4):
        assert numbered_deal(experiment, game).deck == batch.deck(game)


def test_tallies_add_up_in_any_order() -> None:
    experiment = Experiment(bots=("random",) * 2, rules=BASE, games=4)
    parts = [ChunkResult(0, (25, 20), ("won", "finished")), ChunkResult(2, (0, 25), ("lost", "won"))]
    forward, backward = Tally(experiment), Tally(experiment)
    for part in parts:
        forward.add(part)
    for part in reversed(parts):
        backward.add(part)
    assert forward.scores == backward.scores == [25, 20, 0, 25]
    assert forward.mean == 17.5
    assert forward.perfect == 0.5
    assert forward.lost == 0.25
    assert forward.histogram == {0: 1, 20: 1, 25: 2}
    totals = Tally(replace(experiment, keep_scores=False))
    for part in parts:
        totals.add(part.without_scores())
    assert not any(part.scores or part.outcomes for part in totals.parts.values())
    assert totals.to_dict() == forward.to_dict()
    with pytest.raises(ValueError, match="kept only the number of games"):
        _ = totals.scores
    assert forward.stderr == pytest.approx(5.951190357119042)


BAD_BOTS = {
    "raises": "def choose(view):\n    raise RuntimeError('no idea')\n",
    "nonsense": "def choose(view):\n    return 42\n",
    "illegal": "from hanabi.rules.actions import Clue\ndef choose(view):\n    return Clue(view.seat, 'red')\n",
    "slow": "import time\ndef choose(view):\n    time.sleep(30)\n",
}
COMPLAINTS = {
    "raises": "RuntimeError: no idea",
    "nonsense": "not an action",
    "illegal": "not legal",
    "slow": "longer than",
}


@pytest.mark.parametrize("fault", list(BAD_BOTS))
def test_a_faulty_bot_is_named_and_the_game_goes_on(fault: str, tmp_path: Path) -> None:
    file = tmp_path / f"{fault}.py"
    file.write_text(BAD_BOTS[fault])
    seconds = 0.5 if fault == "slow" else 60.0
    experiment = Experiment(bots=("simple", str(file)), rules=SMALL, games=1, seed=1, move_seconds=seconds)
    tally = run_experiment(experiment)
    assert tally.games == 1
    assert tally.faults
    for noted in tally.faults:
        if fault == "slow" and noted.seat == 0:
            continue  # a loaded machine may make anybody late
        assert noted.seat == 1
        assert noted.bot == str(file)
        assert COMPLAINTS[fault] in noted.problem
        assert noted.instead in str(noted)


def test_a_slow_bot_is_judged_where_no_alarm_rings(tmp_path: Path) -> None:
    """Off the main thread a bot cannot be interrupted, so its time is checked afterwards."""
    from threading import Thread

    file = tmp_path / "late.py"
    file.write_text("import time\ndef choose(view):\n    time.sleep(0.01)\n    return view.legal_actions[0]\n")
    experiment = Experiment(bots=("simple", str(file)), rules=BASE, games=1, seed=1, move_seconds=0.001)
    tallies: list[Tally] = []
    thread = Thread(target=lambda: tallies.append(run_experiment(experiment)))
    thread.start()
    thread.join()
    assert tallies[0].faults
    assert all("longer than" in fault.problem for fault in tallies[0].faults)


def test_the_cheating_bot_sees_its_cards_and_plays_only_in_the_arena() -> None:
    from hanabi.bots import ROSTER, make_bot

    tally = run_experiment(Experiment(bots=("cheat",) * 3, rules=BASE, games=20, seed=1))
    assert tally.mean > 24
    assert "cheat" not in ROSTER
    with pytest.raises(BotError):
        make_bot("cheat")


@pytest.mark.parametrize("bad", ["nobody", "hat,hat,hat", " , "])
def test_wrong_line_ups_are_refused(bad: str) -> None:
    with pytest.raises(BotError):
        Experiment(bots=lineup(bad, 2), rules=BASE, games=1)


def test_the_command_prints_the_promised_keys(tmp_path: Path) -> None:
    picture, folder = tmp_path / "scores.svg", tmp_path / "records"
    arguments = [
        "simulate",
        "--bot",
        "hat",
        "--players",
        "3",
        "--games",
        "5",
        "--seed",
        "4",
        "--edition",
        "pl",
        "--json",
    ]
    done = CliRunner().invoke(main, [*arguments, "--save", str(folder), "--picture", str(picture)])
    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    keys = "bots players rules games seed mean stderr perfect lost broken histogram seconds"
    assert list(result) == keys.split()
    assert result["rules"] == {"edition": "pl"}
    assert sum(result["histogram"].values()) == result["games"] == 5
    assert picture.read_text().startswith("<svg")
    files = sorted(folder.iterdir())
    assert len(files) == 5
    scores = []
    for file in files:
        over = replay(load(file)).over
        assert over is not None
        scores.append(over.score)
    assert sum(scores) / 5 == result["mean"]


def test_people_get_a_histogram() -> None:
    done = CliRunner().invoke(main, ["simulate", "--bots", "simple,random", "--games", "3"])
    assert done.exit_code == 0, done.output
    assert "simple random: 3 games" in done.stdout
    assert "mean" in done.stdout
    tally = run_experiment(Experiment(bots=("simple", "simple"), rules=BASE, games=3))
    assert len(histogram_text(tally).splitlines()) == max(tally.scores) - min(tally.scores) + 1
    assert histogram_svg(tally).count("<rect") == 1 + max(tally.scores) - min(tally.scores) + 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bot", "hatt"], "did you mean 'hat'"),
        (["--bot", "hat", "--bots", "hat,hat"], "either --bot or --bots"),
        (["--bots", "hat,hat", "--players", "3"], "2 bots are named for 3 players"),
        (["--with", "black_pouder"], "black_powder"),
    ],
)
def test_wrong_calls_are_refused_with_a_reason(arguments: list[str], said: str) -> None:
    done = CliRunner().invoke(main, ["simulate", *arguments])
    assert done.exit_code == 2
    assert said in done.output


def test_the_league_page_is_written_from_results(tmp_path: Path) -> None:
    page = tmp_path / "arena.md"
    arguments = [
        "arena",
        "--bots",
        "simple,random",
        "--players",
        "2",
        "--games",
        "2",
        "--slow-games",
        "2",
        "--output",
        str(page),
    ]
    done = CliRunner().invoke(main, [*arguments, "--switches-of", "hat"])
    assert done.exit_code == 0, done.output
    text = page.read_text()
    assert text in done.stdout
    itself = run_experiment(Experiment(bots=("simple", "simple"), rules=RuleSet.of(), games=2))
    assert f"| `simple` | {itself.mean:.3f} ± {itself.stderr:.3f}" in text
    assert "| black powder |" in text


def test_games_that_break_the_code_are_shown() -> None:
    experiment = Experiment(bots=("hat",) * 2, rules=BASE, games=4)
    tally = Tally(experiment)
    tally.add(ChunkResult(0, (25, 20, 21, 25), ("won", "finished", "finished", "won"), broken=1))
    assert tally.broken == 0.25
    assert tally.to_dict()["broken"] == 0.25
    assert "broken code 25.00%" in result_text(tally)
    league = League(("hat",), (2,), BASE, games=4, search_games={2: 1}, slow_games=1, cross=False)
    assert "broken 25.00%" in as_markdown(league, {Pairing("hat", "hat", 2, BASE): tally})


def test_the_first_bot_of_the_page_scores_what_the_page_says(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    code = page.split("```python\n")[1].split("```")[0]
    assert len(code.splitlines()) <= 20
    file = tmp_path / "my_bot.py"
    file.write_text(code)
    tally = run_experiment(Experiment(bots=(str(file),) * 3, rules=RuleSet.of(), games=40))
    assert not tally.faults
    assert f"mean {tally.mean:.4f} ± {tally.stderr:.4f}   perfect {tally.perfect:.2%}   lost {tally.lost:.2%}" in page
    assert tally.mean >= 12


def test_a_fault_names_the_line_and_is_short(tmp_path: Path) -> None:
    raising, wordy = tmp_path / "raising.py", tmp_path / "wordy.py"
    raising.write_text("def choose(view):\n    return pick(view)\n\n\ndef pick(view):\n    return [][0]\n")
    wordy.write_text("def choose(view):\n    return view.hand\n")
    tally = run_experiment(Experiment(bots=(str(raising), str(wordy)), rules=RuleSet.of(), games=1))
    problems = {fault.bot: fault.problem for fault in tally.faults}
    assert f"({raising}, line 6)" in problems[str(raising)]
    assert f"which is not an action (choose in {wordy}, line 1)" in problems[str(wordy)]
    assert len(problems[str(wordy)]) < 200 + len(str(wordy))
    assert "`simple` moved instead and earned part of the mean, in 100% of the games of these bots" in result_text(
        tally
    )
    assert tally.to_dict()["faulty_games"] == 1
    league = League(("wordy",), (2,), RuleSet.of(), games=1, search_games={2: 1}, slow_games=1, cross=False)
    page = as_markdown(league, {Pairing("wordy", "wordy", 2, RuleSet.of()): tally})
    assert ", faulty 100%, perfect" in page
    assert "`simple` moved instead and earned part of the mean" in page
