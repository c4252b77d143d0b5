"""OpenSpiel's Hanabi from Python (`pyspiel`)."""

import random

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation
from timing import main, rates


def measure(players: int, mode: str, seconds: float, runs: int) -> list[float]:
    game, rng = pyspiel.load_game("hanabi", {"players": players}), random.Random(1)
    observation = make_observation(game)
    cards = [
        color * 5 + rank for color in range(5) for rank, copies in enumerate((3, 2, 2, 2, 1)) for _ in range(copies)
    ]

    def play() -> int:
        state, moves, deck = game.new_initial_state(), 0, rng.sample(cards, len(cards))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(deck.pop())
                continue
            if mode == "observed":
                observation.set_from(state, state.current_player())
                np.asarray(observation.tensor)
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
        return moves

    return rates(play, seconds, runs)


main(measure)
