"""The compiled conventions are the plain ones, and play thousands of games as well as they promise."""

import pytest

from hanabi.arena import Experiment, run
from hanabi.arena.chunks import play_chunk
from hanabi.arena.view_games import play_at_table
from hanabi.bots.team import Team
from hanabi.game import Game
from hanabi.rules.ruleset import RuleSet
from support.game_drivers import SWITCHES

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", SWITCHES)
def test_compiled_games_go_as_those_at_a_table(name: str) -> None:
    rules = RuleSet.of(**SWITCHES[name])
    for players in (2, 3, 5):
        experiment = Experiment(bots=("team",) * players, rules=rules, games=2, seed=7, keep_records=True)
        assert play_chunk(experiment, 0, 2) == play_at_table(experiment, 0, 2)


def test_a_compiled_bot_at_a_table_chooses_as_the_plain_one() -> None:
    game, plain, compiled = Game.new(players=3, seed=4), Team(), Team(compiled=True)
    while (seat := game.player) is not None:
        view = game.view(seat)
        action = plain.choose(view)
        assert compiled.choose(view) == action
        game.act(action)


@pytest.mark.parametrize(("players", "bar"), [(2, 22.5), (3, 22.5), (4, 22.0), (5, 21.0)])
def test_the_team_reaches_its_bar(players: int, bar: float) -> None:
    """Fixed deals; lost games count nothing."""
    rules = RuleSet.of(empty_clues=False)
    tally = run(Experiment(bots=("team",) * players, rules=rules, games=2000, seed=1))
    assert tally.mean > bar


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_more_conventions_do_no_harm(players: int) -> None:
    """Two players have little use for finesses."""
    rules = RuleSet.of(empty_clues=False)
    basic, _, finessing, expert = (
        run(Experiment(bots=(f"team:{level}",) * players, rules=rules, games=2000, seed=1)).mean
        for level in (1, 2, 3, 4)
    )
    assert min(finessing, expert) > basic - (0.2 if players == 2 else 0)
