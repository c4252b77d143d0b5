"""A random agent at a table with two bots, through Gymnasium."""

from functools import partial

import numpy as np

from hanabi.bots import make_bot
from hanabi.simulation.gymnasium import HanabiEnv

rng = np.random.default_rng(1)
env = HanabiEnv(partial(make_bot, "simple"), players=3)
for game in range(3):
    observation, info = env.reset(seed=game)
    over = False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, _, info = env.step(action)
    print(f"game {game}: {info['outcome']} with {info['score']} points")
