"""Random agents in turn, through PettingZoo."""

import numpy as np

from hanabi.simulation import pettingzoo

rng = np.random.default_rng(1)
env = pettingzoo.env(players=4, multicolor="wild")
env.reset(seed=1)
moves = 0
for _ in env.agent_iter():
    observation, reward, ended, truncated, info = env.last()
    if ended or truncated:
        env.step(None)
        continue
    env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    moves += 1
print(f"{moves} moves, score {info['score']}")
