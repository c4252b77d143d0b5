"""The team bot at all types of tables: legal moves, no memory needed, and blind to hidden cards."""

import random
from collections.abc import Callable, Sequence
from statistics import mean
from typing import Any

import pytest

from hanabi import Clue, Game, Play
from hanabi.bots import Bot, BotError, make_bot
from hanabi.bots.team import Team
from hanabi.rules import Outcome
from support.game_drivers import SWITCHES, a_game, at_random, choose, peeking
from support.hidden_worlds import Witness


def play_out(game: Game, bots: Sequence[Bot]) -> Outcome:
    while game.player is not None:
        view = game.view(game.player)
        action = bots[game.player].choose(view)
        assert action in view.legal_actions
        game.act(action)
    assert game.over is not None
    return game.over


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_move_is_legal_under_every_switch(name: str, players: int) -> None:
    game = a_game(SWITCHES[name], players, seed=players)
    over = play_out(game, [Team(1 + (seat + players) % 3) for seat in range(players)])
    assert over is not None


@pytest.mark.parametrize("name", SWITCHES)
def test_it_copes_with_partners_without_conventions(name: str) -> None:
    """The other seats play at random, or by looking at their own cards."""
    rng = random.Random(name)
    driver = rng.choice([at_random, peeking])
    game, bot = a_game(SWITCHES[name] | {"strikes": 30}, 3, seed=5), Team()
    while game.player is not None:
        if game.player != 1:
            game.act(choose(game, driver, rng))
            continue
        view = game.view(1)
        action = bot.choose(view)
        assert action in view.legal_actions
        game.act(action)


@pytest.mark.parametrize("size", [{"colors": 1, "hand_size": 2}, {"colors": 2, "ranks": 2, "hand_size": 3}])
def test_smaller_games_are_played(size: dict[str, Any]) -> None:
    for seed in range(3):
        play_out(Game.new(players=2, seed=seed, **size), [Team(), Team()])


@pytest.mark.parametrize("name", ["no empty clues", "flamboyants", "everything"])
def test_hidden_cards_do_not_change_a_choice(name: str) -> None:
    """The choice is the same in a game with another own hand, deck and tiles."""
    rng = random.Random(name)
    witness = Witness(a_game(SWITCHES[name] | {"strikes": 3}, 3, seed=2))
    bots, turns = [Team() for _ in range(3)], 0
    while (seat := witness.game.player) is not None:
        action = bots[seat].choose(witness.game.view(seat))
        if turns % 5 == 0:
            other = witness.other_world(seat, rng)
            assert Team().choose(other.view(seat)) == action
        witness.act(action if not hasattr(action, "at") else choose(witness.game, peeking, rng))
        turns += 1
    assert turns > 20


def test_a_choice_needs_no_memory() -> None:
    """A bot that follows the game, a new one, and one that played another game agree."""
    game, following, traveling = Game.new(players=3, seed=4), [Team() for _ in range(3)], Team()
    while (seat := game.player) is not None:
        view = game.view(seat)
        action = following[seat].choose(view)
        assert action == traveling.choose(view) == Team().choose(view)
        game.act(action)


def test_a_known_suit_is_announced_under_choreography() -> None:
    game = Game.new(players=2, seed=1, choreography=True)
    announced = 0
    bots = [Team(), Team()]
    while (seat := game.player) is not None:
        action = bots[seat].choose(game.view(seat))
        announced += isinstance(action, Play) and action.announce is not None
        game.act(action)
    assert announced >= 5


def test_it_can_only_choose_on_its_turn() -> None:
    game = Game.new(players=2, seed=1)
    with pytest.raises(ValueError, match="not the team bot's turn"):
        Team().choose(game.view(1))


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(ValueError, match="levels 1 to"):
        Team(9)


@pytest.mark.parametrize("players", [2, 3])
def test_conventions_beat_the_simple_bot(players: int) -> None:
    """On a dozen fixed deals; the gap is several points."""
    seeds = range(12)

    def average(make: Callable[[], Bot]) -> float:
        return mean(
            play_out(Game.new(players=players, seed=seed, empty_clues=False), [make() for _ in range(players)]).score
            for seed in seeds
        )

    simple, team = average(lambda: make_bot("simple")), average(Team)
    assert team > simple
    assert team >= 20


def test_a_game_begins_with_a_clue() -> None:
    game = Game.new(players=3, seed=3, empty_clues=False)
    action = Team().choose(game.view(0))
    assert isinstance(action, Clue)


def test_the_name_of_the_bot_gives_the_level() -> None:
    for name, level in (("team", 3), ("team:1", 1)):
        team = make_bot(name)
        assert isinstance(team, Team)
        assert team.level == level
    with pytest.raises(BotError, match="levels 1 to"):
        make_bot("team:7")
    with pytest.raises(BotError, match="no level"):
        make_bot("random:2")


def test_the_name_of_the_bot_can_switch_conventions_off() -> None:
    team = make_bot("team:3-bluff-prompt")
    assert isinstance(team, Team)
    assert team.conventions == Team(3, without=["bluff", "prompt"]).conventions
    with pytest.raises(BotError, match="there is no convention 'blof'"):
        make_bot("team:3-blof")
