"""A random agent at a table with two bots, through Gymnasium."""

import numpy as np

from hanabi.simulation.gymnasium import HanabiPartnerEnv

rng = np.random.default_rng(1)
env = HanabiPartnerEnv(["simple", "team"])
for game in range(3):
    observation, info = env.reset(seed=game)
    over = False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, _, info = env.step(action)
    print(f"game {game}: {info['outcome']} with {info['score']} points")
