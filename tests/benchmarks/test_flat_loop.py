"""The flat loop in C++ plays the same games as the batch, bit for bit, so that their rates can be compared."""

import numpy as np
import pytest
from benchmarks.speed.flat_loop import FlatBatch, is_available, play_random_moves

from hanabi.simulation import STANDARD, Batch

pytestmark = pytest.mark.skipif(not is_available(), reason="needs a C++ compiler")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_flat_loop_plays_the_same_games_as_the_batch(players: int) -> None:
    batch = Batch(STANDARD, players, games=64, seed=7, observe="player")
    flat = FlatBatch(players, games=64, seed=7, observe=True)
    batch.reset()
    flat.reset()
    outcomes = set()
    for _ in range(300):
        for name in ("rewards", "ends", "legal", "seats", "scores", "observations"):
            np.testing.assert_array_equal(getattr(batch, name), getattr(flat, name), name)
        batch.step(batch.random_actions())
        flat.random_step()
        outcomes |= set(batch.ends.tolist())
    assert len(outcomes) > 1  # games ended and were dealt again
    assert play_random_moves(players, 1, 10_000) > 100
