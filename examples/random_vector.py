"""A random policy for both seats of 256 games, through gymnasium.vector."""

import numpy as np

from hanabi.simulation.gymnasium import HanabiVectorEnv

rng = np.random.default_rng(1)
envs = HanabiVectorEnv(256, players=2, strikes=50)  # with three, a random policy loses every game
observations, info = envs.reset(seed=1)
scores: list[int] = []
for _ in range(200):
    actions = (rng.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
    observations, rewards, ended, _, info = envs.step(actions)
    if "final_score" in info:  # info["score"] belongs to the next game already
        scores += info["final_score"][ended].tolist()
print(f"{len(scores)} games ended, mean score {np.mean(scores):.2f}, best {max(scores)}")
