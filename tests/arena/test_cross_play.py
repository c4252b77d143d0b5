"""Cross-play: the matrix, its standard errors, its page, its data and its picture."""

import json
import statistics
from pathlib import Path

import pytest
from click.testing import CliRunner

from hanabi.arena.cross_play import CrossPlay, draw_matrix
from hanabi.arena.experiment import Experiment
from hanabi.arena.league import League, Pairing
from hanabi.arena.tally import ChunkResult, Fault, Tally
from hanabi.arena.view_games import play_at_table
from hanabi.arena.workers import InProcess, play_chunk
from hanabi.cli import main
from hanabi.rules import RuleSet
from support.long_form import times

RULES = RuleSet.of(empty_clues=False)
BOTS = ("simple", "random")
SCORES = {("simple", "simple"): (20, 22), ("simple", "random"): (0, 4), ("random", "simple"): (10, 12)}


@pytest.fixture
def cross_play() -> CrossPlay:
    tallies = {}
    for row in BOTS:
        for column in BOTS:
            pairing = Pairing(bot=column, guest=row, players=3, rules=RULES)
            tally = Tally(Experiment(bots=pairing.lineup, rules=RULES, games=2))
            scores = SCORES.get((row, column), (0, 0))
            ended = tuple("finished" if score else "lost" for score in scores)
            faults = (Fault(0, 3, 0, row, "chose nothing", "discard 1"),) if row == "random" else ()
            tally.add(ChunkResult(0, scores, ended, faults))
            tallies[pairing] = tally
    return CrossPlay(BOTS, (3,), RULES, 2, 0, tallies)


def test_the_row_has_one_seat_and_the_column_the_others(cross_play: CrossPlay) -> None:
    cell = cross_play.cell("simple", "random", 3)
    assert cell is not None
    assert cell.experiment.bots == ("simple", "random", "random")
    page = cross_play.as_markdown()
    assert "| `simple` | 21.00 ± 1.00 | 2.00 ± 2.00, lost 50.0% |" in page
    assert "| `random` | 11.00 ± 1.00, faulty 50% | 0.00 ± 0.00, lost 100.0%, faulty 50% |" in page
    assert "`simple` moved instead and earned part of the mean, in 50% of the games of these bots" in page
    assert "| `simple` | 21.00 ± 1.00 | 2.00 ± 2.00 | 11.00 ± 1.00 |" in page
    assert "random at seat 0 chose nothing" in page


def test_means_over_bots_have_the_error_of_deals(cross_play: CrossPlay) -> None:
    """The cells share their deals: an easy deal is easy for all of them, so their errors do not cancel out."""
    guest = cross_play.as_guest("random", 3)
    assert guest is not None
    assert (guest.mean, guest.stderr) == (11.0, statistics.stdev([10, 12]) / 2**0.5)


def test_the_data_has_every_ordered_pair(cross_play: CrossPlay) -> None:
    data = cross_play.to_dict()
    assert [(cell["row"], cell["column"]) for cell in data["cells"]] == [
        (row, column) for row in BOTS for column in BOTS
    ]
    assert data["cells"][1] | {"mean": 0, "stderr": 0} == {
        "players": 3, "row": "simple", "column": "random", "games": 2, "mean": 0, "stderr": 0,
        "perfect": 0.0, "lost": 0.5, "faulty_games": 0,
    }  # fmt: skip
    assert data["cells"][2]["faulty_games"] == 1
    assert len(data["faults"]) == 2


def test_the_picture(cross_play: CrossPlay, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw_matrix(cross_play, tmp_path / "matrix.svg")
    assert "<svg" in (tmp_path / "matrix.svg").read_text()


def test_the_command(tmp_path: Path) -> None:
    data, checkpoint = tmp_path / "matrix.json", tmp_path / "checkpoint"
    arguments = ["crossplay", "--bots", "simple,random,simple", "--players", "2", "--games", "3", "--workers", "1"]
    arguments += ["--with", "colors=2", "--checkpoint", str(checkpoint), "-o", str(data)]
    first, again = (CliRunner().invoke(main, arguments) for _ in range(2))
    assert first.exit_code == 0, first.output
    assert "| | `simple` | `random` |" in first.stdout
    assert again.stdout == first.stdout
    assert len(checkpoint.read_text().splitlines()) == 5  # the header and one chunk per pair
    assert len(json.loads(data.read_text())["cells"]) == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--bots", " , "], "at least one bot"),
        (["--players", "two"], "takes numbers"),
        (["--picture", "matrix.doc"], "must end in one of"),
    ],
)
def test_wrong_options_are_refused_before_any_game(arguments: list[str], said: str) -> None:
    done = CliRunner().invoke(main, ["crossplay", *arguments])
    assert done.exit_code == 2
    assert said in done.output


def test_levels_of_the_team_bot_are_mixed_in_compiled_games() -> None:
    """Every seat plays as at a table."""
    # The first choice may have to wait for the compiler.
    experiment = Experiment(
        bots=("team:1", "team", "team:4"), rules=RULES, games=3, seed=3, keep_records=True, move_seconds=900
    )
    assert experiment.compiled_games is not None
    assert play_chunk(experiment, 0, 3) == play_at_table(experiment, 0, 3)
    same = Experiment(bots=("team:3",) * 3, rules=RULES, games=3, seed=3, keep_records=True)
    assert play_chunk(same, 0, 3).records != play_chunk(experiment, 0, 3).records
    for others in (("team", "simple"), ("simple", "team"), ("team", "cheat"), ("hat", "team")):
        assert Experiment(bots=others, rules=RULES, games=1).compiled_games is None


def test_a_mixed_line_up_plays_as_it_does_uncompiled() -> None:
    """Where many games are played, bots that support it are compiled; each still chooses as at a table."""
    from hanabi.arena import view_games
    from hanabi.bots import make_bot

    games = times(1, 2)
    experiment = Experiment(bots=("simple", "team:1", "team"), rules=RULES, games=games, seed=3, move_seconds=900)
    league = League(("simple",), (2,), RULES, 2, {2: 2}, 2)
    assert [pairing.lineup for pairing, _ in league.play(InProcess())] == [("simple", "simple")]
    fast = view_games.play_at_table(experiment, 0, games)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view_games, "make_bot", lambda name, seed, partners, **_: make_bot(name, seed, partners=partners))
        assert view_games.play_at_table(experiment, 0, games) == fast
