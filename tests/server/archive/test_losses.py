"""Why points were lost in one recorded game, and summed over many."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from hanabi import Game
from hanabi.rules import Action, Card, Discard, Play, action_of_id
from hanabi.server.archive.losses import Losses, losses_of
from support.game_drivers import peeking


def finished(seed: int, choose: Callable[[Game], Action], **switches: Any) -> Game:
    game = Game.new(players=2, seed=seed, **switches)
    while game.over is None:
        game.act(choose(game))
    return game


def test_a_game_lost_by_strikes_says_so() -> None:
    game = finished(1, lambda game: Play(0))
    assert game.over is not None
    assert game.over.outcome == "lost"
    assert losses_of(game) == Losses(strikes=25 - game.over.score)


def test_discarded_last_copies_are_told_from_a_lack_of_time() -> None:
    def choose(game: Game) -> Action:
        discards = [action for action in game.legal_actions() if isinstance(action, Discard)]
        return discards[0] if discards else game.legal_actions()[-1]

    game = finished(2, choose)
    assert game.over is not None
    found = losses_of(game)
    assert found.strikes == found.misplayed == 0
    assert found.discarded + found.time == 25 - game.over.score
    gone = Counter((thrown.card.suit, thrown.card.rank) for thrown in game.view().discards)
    lost = {face for face, times in gone.items() if times == game.rules.copies(Card(*face))}
    expected = sum(
        1
        for place, suit in enumerate(game.rules.suits)
        for rank in range(game.state.fireworks[place] + 1, 6)
        if any((suit, below) in lost for below in range(1, rank + 1))
    )
    assert found.discarded == expected > 0


@pytest.mark.parametrize("switches", [{}, {"black_powder": True}, {"flamboyants": True}, {"multicolor": "wild"}])
def test_the_causes_add_up_to_the_missing_points(switches: dict[str, Any]) -> None:
    for seed in range(4):
        rng = random.Random(seed)

        def choose(game: Game, rng: random.Random = rng) -> Action:
            if rng.random() < 0.15:
                return rng.choice(game.legal_actions())
            number, _ = peeking(game.rule_tables, game.state, rng)
            return action_of_id(game.rules, game.rule_tables, game.state, number)

        game = finished(seed, choose, **switches)
        assert game.over is not None
        found = losses_of(game)
        lost = found.strikes + found.discarded + found.misplayed + found.time
        assert lost == game.rules.max_score - game.over.score
