"""MaskablePPO of sb3-contrib with compiled bots as partners.

pip install "hanabi[learn]" sb3-contrib
python examples/learning/maskable_ppo.py --partners hat --games 64 --steps 200000
"""

import argparse

from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from hanabi.simulation.gymnasium import HanabiVectorEnv
from hanabi.simulation.stable_baselines import HanabiVecEnv

parser = argparse.ArgumentParser()
parser.add_argument("--partners", default="team", help="team or hat, or several for more players: team,hat")
parser.add_argument("--games", type=int, default=64, help="games at once")
parser.add_argument("--steps", type=int, default=200_000, help="actions of the learner")
options = parser.parse_args()

envs = VecMonitor(HanabiVecEnv(HanabiVectorEnv(options.games, partners=options.partners.split(","), first="random")))
learner = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=512, gamma=0.99, seed=1, device="cpu")
learner.learn(options.steps)
scores = [episode["r"] for episode in learner.ep_info_buffer]
print(f"mean return of the last {len(scores)} games: {sum(scores) / max(1, len(scores)):.2f}")
