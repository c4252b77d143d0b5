"""PettingZoo's own Hanabi (`hanabi_v5`), its usual loop; it always makes observations."""

import numpy as np
from pettingzoo.classic import hanabi_v5
from timing import main, rates


def measure(players: int, mode: str, seconds: float, runs: int) -> list[float]:
    env, rng = hanabi_v5.env(players=players, hand_size=5 if players < 4 else 4), np.random.default_rng(1)

    def play() -> int:
        env.reset(seed=int(rng.integers(2**31)))
        moves = 0
        for _ in env.agent_iter():
            observation, _, ended, truncated, _ = env.last()
            if ended or truncated:
                env.step(None)
                continue
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            moves += 1
        return moves

    return rates(play, seconds, runs)


main(measure)
