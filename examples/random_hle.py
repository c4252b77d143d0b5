"""A script for the Hanabi Learning Environment; only its import was changed."""

import random

from hanabi.simulation.hle import rl_env

rng = random.Random(1)
environment = rl_env.make("Hanabi-Full", num_players=3)
for game in range(3):
    observation, done, total = environment.reset(), False, 0.0
    while not done:
        player = observation["player_observations"][observation["current_player"]]
        observation, reward, done, _ = environment.step(rng.choice(player["legal_moves"]))
        total += reward
    print(f"game {game}: {environment.state.end_of_game_status().name}, fireworks {environment.state.fireworks()}")
