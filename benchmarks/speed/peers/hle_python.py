"""The Hanabi Learning Environment from Python (`pyhanabi`)."""

import random

from hanabi_learning_environment import pyhanabi
from timing import main, rates


def measure(players: int, mode: str, seconds: float, runs: int) -> list[float]:
    game = pyhanabi.HanabiGame({"players": players, "seed": 1})
    encoder, rng = pyhanabi.ObservationEncoder(game), random.Random(1)

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
                state.deal_random_card()
                continue
            if mode == "observed":
                observation = state.observation(state.cur_player())
                encoder.encode(observation)
                legal = observation.legal_moves()
            else:
                legal = state.legal_moves()
            state.apply_move(rng.choice(legal))
            moves += 1
        return moves

    return rates(play, seconds, runs)


main(measure)
