"""Duplicate scoring, and an event of bots in the terminal."""

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hanabi.cli import main
from hanabi.records import load
from hanabi.standings import Standings

SECRET = "ab" * 32


def standings(*rows: list[int | None], order: random.Random | None = None) -> Standings:
    """One row of scores per team; None for a deal that was not played."""
    results = [(team, deal, score) for team, row in enumerate(rows) for deal, score in enumerate(row)]
    if order is not None:
        order.shuffle(results)
    table = Standings(len(rows[0]), len(rows))
    for team, deal, score in results:
        if score is not None:
            table.add(team, deal, score, turns=50 + team)
    return table


def test_a_win_is_two_points_and_a_tie_is_one() -> None:
    table = standings([25], [20], [20], [18])
    assert [table.share(team, 0) for team in range(4)] == [1.0, 0.5, 0.5, 0.0]
    assert [(row.rank, row.team) for row in table.ranking()] == [(1, 0), (2, 1), (3, 2), (4, 3)]


def test_ties_are_broken_by_the_scores_then_by_fewer_turns_and_else_the_rank_is_shared() -> None:
    # Both win one deal; the first has more points.
    assert [row.team for row in standings([25, 19], [15, 20]).ranking()] == [0, 1]
    # Equal points: team 0 took fewer turns.
    assert [row.team for row in standings([20, 19], [19, 20]).ranking()] == [0, 1]
    table = Standings(1, 2)
    table.add(0, 0, 20, turns=60)
    table.add(1, 0, 20, turns=60)
    assert [row.rank for row in table.ranking()] == [1, 1]


def test_a_deal_that_was_not_played_counts_nothing_and_alone_on_a_deal_is_a_half() -> None:
    table = standings([20, 20], [18, None])
    assert table.share(1, 1) is None
    assert [row.total for row in table.ranking()] == [0.75, 0.0]
    assert [row.total for row in table.ranking([0])] == [1.0, 0.0]


@pytest.mark.parametrize("seed", range(20))
def test_results_in_any_order_give_what_counting_gives(seed: int) -> None:
    chance = random.Random(seed)
    rows: list[list[int | None]] = [
        [chance.choice([None, *range(15, 26)]) for _ in range(4)] for _ in range(chance.randint(1, 9))
    ]
    table = standings(*rows, order=chance)
    for deal in range(4):
        for team, row in enumerate(rows):
            own = row[deal]
            scores = [other[deal] for place, other in enumerate(rows) if place != team]
            others = [score for score in scores if score is not None]
            if own is None:
                assert table.share(team, deal) is None
            elif not others:
                assert table.share(team, deal) == 0.5
            else:
                points = sum(2 * (own > other) + (own == other) for other in others)
                assert table.share(team, deal) == pytest.approx(points / (2 * len(others)))


def test_a_result_counts_once() -> None:
    with pytest.raises(ValueError, match="team 0 has finished deal 0 already"):
        standings([20], [18]).add(0, 0, 25, 60)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_an_event_of_bots_can_be_repeated_and_verified(tmp_path: Path) -> None:
    games, picture = tmp_path / "games", tmp_path / "standings.png"
    options = ("--bots", "simple,random", "--players", 2, "--deals", 2, "--secret", SECRET)
    done = run("event", *options, "--save", games, "--picture", picture)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    commitment = lines[0].split()[-1]
    assert lines[2].startswith("| # | bot")
    assert lines[4].startswith("| 1 | simple")
    assert SECRET in lines[-1]
    assert SECRET not in "".join(lines[:-1])
    assert picture.stat().st_size > 1000
    document = json.loads(run("event", *options, "--json").stdout)
    assert document["commitment"] == commitment
    files = sorted(games.iterdir())
    assert len(files) == 4
    first, second = (load(file) for file in files[:2])
    assert first.deck == second.deck
    verified = run("verify", *files, "--event-secret", SECRET)
    assert verified.exit_code == 0, verified.output
    assert verified.stdout.count(commitment) == 4
    wrong = run("verify", files[0], "--event-secret", "cd" * 32)
    assert (wrong.exit_code, "does not follow from the secret of the event" in wrong.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--bots", "nobody"], "nobody"),
        (["--bots", ","], "--bots must name at least one bot"),
        (["--secret", "abc"], "--secret takes 64 hexadecimal digits"),
        (["--picture", "standings.xyz"], "must end in one of"),
    ],
)
def test_bad_input_is_refused_before_the_first_game(arguments: list[str], complaint: str) -> None:
    done = run("event", *arguments)
    assert done.exit_code == 2
    assert complaint in done.stderr
