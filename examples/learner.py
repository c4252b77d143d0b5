"""A small learner in NumPy: one policy plays both seats of a reduced game and improves by self-play.

    python examples/learner.py                 # a minute or two, then learner.png shows the curve
    python examples/learner.py --updates 50    # a short run

Advantage actor-critic with a hidden layer: hundreds of games advance in step, and every few moves the
network takes a gradient step. It learns to give clues that lead to plays, because nothing else scores.
"""

import argparse
import os
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # these matrices are too small for threads

import numpy as np

from hanabi import RuleSet
from hanabi.simulation import Batch

# Two colors, three ranks, two cards in hand: at most 6 points.
RULES = RuleSet(empty_clues=False, colors=2, ranks=3, hand_size=2, clue_tokens=3, strikes=2)
HIDDEN, DISCOUNT, MOVES = 96, 0.97, 8
LEARNING_RATE, ENTROPY_WEIGHT = 2e-3, 0.02


class Network:
    """Maps an observation to a preference for every action and an estimate of future points. Trained with Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def layer(rows: int, columns: int, scale: float) -> np.ndarray:
            return (rng.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

        self.weights = [
            layer(inputs, HIDDEN, 1.4),
            np.zeros(HIDDEN, np.float32),
            layer(HIDDEN, actions + 1, 0.1),
            np.zeros(actions + 1, np.float32),
        ]
        self._mean = [np.zeros_like(weight) for weight in self.weights]
        self._square = [np.zeros_like(weight) for weight in self.weights]
        self._steps = 0

    def forward(self, observed: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Hidden layer, probabilities of the legal actions, value."""
        into, bias, out, shift = self.weights
        hidden = np.maximum(observed @ into + bias, 0)
        result = hidden @ out + shift
        preferences = np.where(legal > 0, result[:, :-1], -np.inf)
        raised = np.exp(preferences - preferences.max(axis=1, keepdims=True))
        return hidden, raised / raised.sum(axis=1, keepdims=True), result[:, -1]

    def learn(self, observed: np.ndarray, legal: np.ndarray, actions: np.ndarray, returns: np.ndarray) -> None:
        hidden, chances, values = self.forward(observed, legal)
        advantage = returns - values
        spread = advantage / (advantage.std() + 1e-3)
        wanted = chances.copy()
        wanted[np.arange(len(actions)), actions] -= 1
        logs = np.log(chances, where=chances > 0, out=np.zeros_like(chances))
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        slope = np.empty((len(actions), chances.shape[1] + 1), np.float32)
        slope[:, :-1] = wanted * spread[:, None] + ENTROPY_WEIGHT * chances * (logs + entropy)
        slope[:, -1] = -0.5 * advantage
        slope /= len(actions)
        back = slope @ self.weights[2].T * (hidden > 0)
        self._adam_step([observed.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)])

    def _adam_step(self, gradients: list[np.ndarray]) -> None:
        self._steps += 1
        rate = LEARNING_RATE * np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for weight, gradient, mean, square in zip(self.weights, gradients, self._mean, self._square, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)


def chosen(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random action for every game, by the policy's probabilities."""
    steps = chances.cumsum(axis=1)
    drawn = (steps < rng.random((len(chances), 1)) * steps[:, -1:]).sum(axis=1)
    return np.minimum(drawn, chances.shape[1] - 1)


def train(updates: int, games: int = 512, seed: int = 1, report: int = 50) -> list[tuple[int, float]]:
    """The mean score of the games that ended in each `report` updates, with the number of moves until then."""
    rng = np.random.default_rng(seed)
    batch = Batch(RULES, 2, games=games, seed=seed, observe="player")
    batch.reset()
    network = Network(batch.layout.size, batch.actions, rng)
    curve: list[tuple[int, float]] = []
    scores: list[int] = []
    begun = time.perf_counter()
    for update in range(1, updates + 1):
        kept: list[tuple[np.ndarray, ...]] = []
        for _ in range(MOVES):
            observed, legal = batch.observations.astype(np.float32), batch.legal.copy()
            _, chances, _ = network.forward(observed, legal)
            actions = chosen(chances, rng)
            batch.step(actions)
            kept.append((observed, legal, actions, batch.rewards.copy(), batch.ends > 0))
            scores += batch.scores[batch.ends > 0].tolist()
        _, _, ahead = network.forward(batch.observations.astype(np.float32), batch.legal)
        returns = []
        for *_, rewards, ended in reversed(kept):
            ahead = rewards + DISCOUNT * np.where(ended, 0, ahead)
            returns.append(ahead)
        columns = [np.concatenate(column) for column in zip(*(step[:3] for step in kept), strict=True)]
        network.learn(*columns, np.concatenate(returns[::-1]).astype(np.float32))
        if update % report == 0 or update == updates:
            moves = update * MOVES * games
            curve.append((moves, float(np.mean(scores)) if scores else 0.0))
            scores.clear()
            spent = time.perf_counter() - begun
            print(f"{moves:>9,} moves  mean score {curve[-1][1]:.2f} of 6  ({spent:.0f} s)", flush=True)
    return curve


def plot(curve: list[tuple[int, float]], file: Path) -> None:
    try:
        from matplotlib import pyplot
    except ImportError:
        print("no picture: matplotlib is not installed (pip install 'hanabi[all]')")
        return
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    axes.plot([moves / 1e6 for moves, _ in curve], [score for _, score in curve], color="#c2410c")
    axes.set(xlabel="million moves", ylabel="mean score (of 6)", ylim=(0, 6), title="Self-play on a reduced game")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, dpi=150)
    pyplot.close(figure)
    print(f"picture: {file}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn a reduced game of Hanabi by self-play.")
    parser.add_argument("--updates", type=int, default=2500)
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=int, default=50, help="updates between two lines")
    parser.add_argument("--plot", type=Path, default=Path("learner.png"))
    chosen_options = parser.parse_args()
    curve = train(chosen_options.updates, chosen_options.games, chosen_options.seed, chosen_options.report)
    plot(curve, chosen_options.plot)


if __name__ == "__main__":
    main()
