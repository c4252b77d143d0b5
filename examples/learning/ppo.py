"""Proximal policy optimization in one file of PyTorch, with compiled bots as partners and with masks.

pip install "hanabi[learn]"
python examples/learning/ppo.py --partners hat --steps 500000
"""

import argparse

import numpy as np
import torch
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from torch import nn

from hanabi.simulation.gymnasium import HanabiVectorEnv

parser = argparse.ArgumentParser()
parser.add_argument("--partners", default="team", help="team or hat, or several for more players: team,hat")
parser.add_argument("--games", type=int, default=256, help="games at once")
parser.add_argument("--rollout", type=int, default=32, help="steps between two updates")
parser.add_argument("--steps", type=int, default=500_000, help="actions of the learner")
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()

DISCOUNT, TRACE, CLIP, EPOCHS, PARTS, ENTROPY = 0.99, 0.95, 0.2, 3, 4, 0.01
torch.manual_seed(options.seed)
envs = RecordEpisodeStatistics(HanabiVectorEnv(options.games, partners=options.partners.split(","), first="random"))
inputs, actions = envs.single_observation_space.shape[0], envs.single_action_space.n
body = nn.Sequential(nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
policy, value = nn.Linear(256, actions), nn.Linear(256, 1)
network = nn.ModuleList([body, policy, value])
optimizer = torch.optim.Adam(network.parameters(), 3e-4)


def choices(observed: torch.Tensor, legal: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
    hidden = body(observed.float())
    return torch.distributions.Categorical(logits=policy(hidden).masked_fill(legal == 0, -1e9)), value(hidden)[:, 0]


observed, infos = envs.reset(seed=options.seed)
scores: list[float] = []
for _ in range(max(1, options.steps // (options.games * options.rollout))):
    memory = []
    for _ in range(options.rollout):
        seen, legal = torch.from_dlpack(observed), torch.from_dlpack(infos["action_mask"])
        with torch.no_grad():
            distribution, worth = choices(seen, legal)
        chosen = distribution.sample()
        observed, rewards, ended, _, infos = envs.step(chosen.numpy())
        scores += infos["final_score"][ended].tolist() if "final_score" in infos else []
        memory.append((seen, legal, chosen, distribution.log_prob(chosen), worth, torch.tensor(rewards), ended))
    with torch.no_grad():
        following = choices(torch.from_dlpack(observed), torch.from_dlpack(infos["action_mask"]))[1]
    gains, gain = [], torch.zeros(options.games)
    for _, _, _, _, worth, reward, ended in reversed(memory):
        goes_on = torch.from_numpy(~ended).float()
        gain = reward + DISCOUNT * following * goes_on - worth + DISCOUNT * TRACE * goes_on * gain
        gains.insert(0, gain)
        following = worth
    seen, legal, chosen, before, worth = (torch.cat([row[place] for row in memory]) for place in range(5))
    gained = torch.cat(gains)
    goals = gained + worth
    gained = (gained - gained.mean()) / (gained.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(chosen)).chunk(PARTS):
            distribution, worth = choices(seen[part], legal[part])
            ratio = (distribution.log_prob(chosen[part]) - before[part]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.min(ratio * gained[part], clipped * gained[part]).mean()
            loss += 0.5 * (worth - goals[part]).square().mean() - ENTROPY * distribution.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
    print(f"{len(scores)} games, mean score of the last 1,000: {np.mean(scores[-1000:] or [0]):.2f}")
