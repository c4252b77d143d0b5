"""Observations and action numbers against OpenSpiel, which bundles the Hanabi Learning Environment's own library."""

import random
from typing import Any

import numpy as np
import pytest

from hanabi.rules import RuleSet
from hanabi.simulation import Batch
from support.game_drivers import DRIVERS, Driver

pyspiel = pytest.importorskip("pyspiel")

# players, colors, ranks, hand size, information tokens, life tokens, games
CONFIGS = {
    "two": (2, 5, 5, None, 8, 3, 40),
    "three": (3, 5, 5, None, 8, 3, 40),
    "four": (4, 5, 5, None, 8, 3, 40),
    "five": (5, 5, 5, None, 8, 3, 40),
    "small": (2, 2, 5, 2, 3, 1, 60),
    "one color": (5, 1, 5, 2, 3, 1, 60),
    "few ranks": (4, 3, 4, 3, 5, 9, 20),
    "two ranks": (5, 4, 2, 2, 2, 50, 20),
    "one rank": (3, 5, 1, 2, 4, 2, 60),
    "many lives": (2, 5, 5, 5, 8, 50, 8),
    "odd hands": (3, 5, 5, 4, 1, 20, 10),
}
SIZES = {"two": 658, "three": 956, "four": 1041, "five": 1280}


@pytest.mark.parametrize("name", CONFIGS)
def test_every_bit_of_every_seat_is_the_same(name: str) -> None:
    players, colors, ranks, hand, tokens, lives, games = CONFIGS[name]
    rules = RuleSet(empty_clues=False, colors=colors, ranks=ranks, hand_size=hand, clue_tokens=tokens, strikes=lives)
    batch = Batch(rules, players, games=1, observe="all", redeal=False, seed=0)
    batch.reset()
    parameters = {"colors": colors, "ranks": ranks, "hand_size": rules.hand_size_for(players)}
    parameters |= {"players": players, "max_information_tokens": tokens, "max_life_tokens": lives}
    original = pyspiel.load_game("hanabi", parameters)
    assert batch.actions == original.num_distinct_actions()
    assert batch.layout.size == original.observation_tensor_size() == SIZES.get(name, batch.layout.size)
    for number in range(games):
        follow(batch, original, random.Random(f"{name} {number}"), list(DRIVERS.values())[number % len(DRIVERS)])


def follow(batch: Batch, original: Any, rng: random.Random, driver: Driver) -> None:
    deck = rng.sample(batch.rules.cards, len(batch.rules.cards))
    batch.deal(0, deck)
    state, cards = original.new_initial_state(), iter(deck)
    while True:
        while state.is_chance_node():
            card = next(cards)
            state.apply_action(batch.rules.suits.index(card.suit) * batch.rules.ranks + card.rank - 1)
        if state.is_terminal():
            break
        assert state.current_player() == batch.seats[0]
        assert state.legal_actions() == np.flatnonzero(batch.legal[0]).tolist()
        for seat in range(batch.players):
            assert (np.asarray(state.observation_tensor(seat)) == batch.observations[0, seat]).all()
        action, _ = driver(batch.rule_tables, batch.state(0), rng)
        before = batch.scores[0]
        state.apply_action(action)
        batch.step([action])
        assert batch.rewards[0] == batch.scores[0] - before
    assert batch.ends[0] > 0
    assert state.returns() == [batch.scores[0]] * batch.players
