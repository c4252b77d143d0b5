"""A random agent over a batch: a thousand games in step, in any edition."""

import numpy as np

from hanabi import RuleSet
from hanabi.simulation import Batch

rng = np.random.default_rng(1)
batch = Batch(RuleSet.of(edition="pl", black_powder=True), players=3, games=1000, seed=7, observe="player")
batch.reset()
finished, points = 0, 0
for _ in range(60):
    # One of the legal actions a game: the highest of random numbers, where illegal ones count nothing.
    actions = (rng.random(batch.legal.shape) * batch.legal).argmax(axis=1)
    batch.step(actions)
    ended = batch.ends > 0
    finished += int(ended.sum())
    points += int(batch.scores[ended].sum())
print(f"{finished} games ended, mean score {points / finished:.2f}; an observation has {batch.layout.size} bits")
