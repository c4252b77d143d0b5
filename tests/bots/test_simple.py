"""The plain bots finish games under every switch with legal moves, and the simple bot plays respectably."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from hanabi import Card, Discard, Game, Play
from hanabi.bots import Bot, BotError, make_bot
from hanabi.rules import Outcome
from support.text_table import a_table

SWITCHES: list[dict[str, Any]] = [
    {
        "all_or_nothing": all_or_nothing,
        "choreography": choreography,
        "multicolor": multicolor,
        "multicolor_cards": cards,
        "black_powder": black,
        "flamboyants": flamboyants,
        "empty_clues": empty,
    }
    for all_or_nothing, choreography, (multicolor, cards), black, flamboyants, empty in product(
        (False, True),
        (False, True),
        (("none", 10), ("suit", 5), ("wild", 10)),
        (False, True),
        (False, True),
        (False, True),
    )
]


def play_out(game: Game, bots: Sequence[Bot]) -> Outcome:
    while game.player is not None:
        view = game.view(game.player)
        action = bots[game.player].choose(view)
        assert action in view.legal_actions
        game.act(action)
    assert game.over is not None
    return game.over


@pytest.mark.parametrize("number", range(len(SWITCHES)))
def test_simple_bots_play_every_combination_of_switches(number: int) -> None:
    players = 2 + number % 4
    game = Game.new(players=players, seed=number, first=number % players, strikes=1 + number % 3, **SWITCHES[number])
    play_out(game, [make_bot("simple") for _ in range(players)])


@pytest.mark.parametrize("number", range(0, len(SWITCHES), 5))
def test_simple_bots_cope_with_random_teammates(number: int) -> None:
    bots = [make_bot("random", seed=number), make_bot("simple"), make_bot("random", seed=number + 1)]
    play_out(Game.new(players=3, seed=number, strikes=3 + number, **SWITCHES[number]), bots)


@pytest.mark.parametrize("size", [{"colors": 1, "ranks": 5, "hand_size": 2}, {"colors": 2, "ranks": 2, "hand_size": 3}])
def test_simple_bots_play_smaller_games(size: dict[str, Any]) -> None:
    for seed in range(10):
        play_out(Game.new(players=2, seed=seed, **size), [make_bot("simple")] * 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_simple_bots_score_respectably(players: int) -> None:
    bots = [make_bot("simple")] * players
    outcomes = [play_out(Game.new(players=players, seed=seed), bots) for seed in range(10)]
    assert mean(outcome.score for outcome in outcomes) >= 15
    assert all(outcome.outcome != "lost" for outcome in outcomes)


def test_a_known_suit_is_announced_under_choreography() -> None:
    announced = 0
    for seed in range(5):
        game = Game.new(players=3, seed=seed, choreography=True)
        bot = make_bot("simple")
        while game.player is not None:
            action = bot.choose(game.view(game.player))
            announced += isinstance(action, Play) and action.announce is not None
            game.act(action)
        assert game.over is not None
        assert game.over.outcome != "lost"
    assert announced > 0


def test_equal_views_get_equal_answers() -> None:
    game = Game.new("pl", 4, seed=3, multicolor="wild", black_powder=True, flamboyants=True)
    while game.player is not None:
        action = make_bot("simple").choose(game.view(game.player))
        assert make_bot("simple").choose(game.view(game.player)) == action
        game.act(action)


def test_the_same_seed_makes_the_same_random_choices() -> None:
    def history(seed: int) -> list[str]:
        game = Game.new(players=2, seed=1)
        play_out(game, [make_bot("random", seed=seed), make_bot("random", seed=7)])
        return game.action_texts

    assert history(5) == history(5) != history(6)


def test_an_unknown_bot_is_refused_with_a_suggestion() -> None:
    with pytest.raises(BotError, match=r"there is no bot 'smiple'; did you mean 'simple'\?"):
        make_bot("smiple")


FUNCTION = "def choose(view):\n    return view.legal_actions[0]\n"
CLASS = """
from hanabi.bots.simple import SimpleBot

class Careful:
    def __init__(self, seed=None):
        self.seed = seed
    def choose(self, view):
        return view.legal_actions[-1]
"""


@pytest.mark.parametrize("source", [FUNCTION, CLASS])
def test_a_bot_may_be_a_python_file(tmp_path: Path, source: str) -> None:
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    bots = [make_bot(str(tmp_path / "mine.py"), seed=4) for _ in range(2)]
    play_out(Game.new(players=2, seed=1, strikes=99), bots)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        (None, "there is no file"),
        ("x = 1\n", "it has neither"),
        (CLASS + "class Bold(Careful): pass\n", "it has Careful, Bold"),
        ("import nothing_of_that_name\n", "does not run: ModuleNotFoundError"),
        (
            "class Needy:\n    def __init__(self, depth): pass\n    def choose(self, view): pass\n",
            "cannot create Needy",
        ),
    ],
)
def test_a_file_without_a_bot_is_refused(tmp_path: Path, source: str | None, complaint: str) -> None:
    if source is not None:
        (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    with pytest.raises(BotError, match=complaint):
        make_bot(str(tmp_path / "mine.py"))


@pytest.mark.parametrize("name", ["simple", "team"])
def test_a_known_5_is_kept_while_a_reward_tile_can_bring_the_lost_card_back(name: str) -> None:
    """Both yellow 2s are discarded, and the tile that red's 5 will turn may rescue one."""
    table = a_table(
        "clues 1 · fireworks r4 y1 · discards y2 y2 · Ana y5 w3 b3 g3 · Bo* r5 w4 b4 g4", "pl", flamboyants=True
    )
    view = table.clues("Ana", "yellow").discards("w3").clues("Ana", 5).view("Ana")
    assert view.hand[0].possible == (Card.of("y5"),)
    assert make_bot(name).choose(view) != Discard(0)
