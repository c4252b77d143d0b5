"""The compiled engine makes the same choices as the plain one, and reaches its scores over thousands of games."""

import pytest

from hanabi.arena import Experiment, run_experiment
from hanabi.arena.view_games import play_at_table
from hanabi.arena.workers import play_chunk
from hanabi.bots.team import Team
from hanabi.game import Game
from hanabi.rules import RuleSet
from support.game_drivers import SWITCHES
from support.long_form import times

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", SWITCHES)
def test_compiled_games_equal_those_at_a_table(name: str) -> None:
    rules = RuleSet.of(**SWITCHES[name])
    for players in (2, 3, 5):
        experiment = Experiment(bots=("team",) * players, rules=rules, games=2, seed=7, keep_records=True)
        assert play_chunk(experiment, 0, 2) == play_at_table(experiment, 0, 2)


def test_a_compiled_bot_at_a_table_makes_the_same_choices_as_the_plain_one() -> None:
    game, plain, compiled = Game.new(players=3, seed=4), Team(), Team(compiled=True)
    while (seat := game.player) is not None:
        view = game.view(seat)
        action = plain.choose(view)
        assert compiled.choose(view) == action
        game.act(action)


def mean_score(bot: str, players: int) -> float:
    """Over fixed deals; lost games count 0."""
    rules = RuleSet.of(empty_clues=False)
    return run_experiment(Experiment(bots=(bot,) * players, rules=rules, games=times(400, 2000), seed=1)).mean


@pytest.mark.parametrize(("players", "bar"), [(2, 22.5), (3, 22.5), (4, 22.0), (5, 21.0)])
def test_the_team_reaches_its_bar_and_more_conventions_do_no_harm(players: int, bar: float) -> None:
    """Two players have little use for finesses."""
    finessing, basic, expert = (mean_score(bot, players) for bot in ("team", "team:1", "team:4"))
    assert finessing > bar
    assert min(finessing, expert) > basic - (0.2 if players == 2 else 0)
