"""The strength of solvers and puzzles."""

import pytest

from hanabi.puzzles.glicko2 import MIN_DEVIATION, RatedGame, Strength, rated, rated_attempt


def test_the_worked_example_of_the_paper() -> None:
    games = [
        RatedGame(Strength(1400, 30), 1),
        RatedGame(Strength(1550, 100), 0),
        RatedGame(Strength(1700, 300), 0),
    ]
    after = rated(Strength(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_rating_of_somebody_who_does_not_play_becomes_less_certain() -> None:
    after = rated(Strength(1700, 60), [])
    assert after.rating == 1700
    assert after.deviation == pytest.approx(60.9, abs=0.1)


def test_a_solved_puzzle_lifts_the_solver_and_lowers_the_puzzle() -> None:
    solver, puzzle = rated_attempt(Strength(), Strength(1600, 200), right=True)
    assert solver.rating > 1500
    assert puzzle.rating < 1600
    assert solver.deviation < 350
    failed, proud = rated_attempt(Strength(), Strength(1600, 200), right=False)
    assert failed.rating < 1500
    assert proud.rating > 1600


def test_ratings_never_freeze() -> None:
    solver = Strength()
    for attempt in range(300):
        solver, _ = rated_attempt(solver, Strength(1500, 60), right=attempt % 2 == 0)
    assert solver.deviation >= MIN_DEVIATION
    assert abs(solver.rating - 1500) < 60
