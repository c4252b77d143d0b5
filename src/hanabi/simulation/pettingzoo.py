"""Hanabi for PettingZoo: agents in turn (`env`), or all at once with a no-op out of turn (`parallel_env`).

Every agent gets the same reward, the change of the score. An illegal action raises and changes nothing.
"""

from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict as DictSpace
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from hanabi.rules import RuleSet, View
from hanabi.simulation.batch import Batch, NotDealt
from hanabi.simulation.gymnasium import LegalActions, known_render_mode
from hanabi.simulation.observation import rules_with_switches

Observation = dict[str, NDArray[Any]]


def env(players: int = 2, *, rules: RuleSet | None = None, render_mode: str | None = None, **switches: Any) -> AECEnv:
    """The usual entry point: `env(players=3, edition="pl", black_powder=True)`. Refuses calls in the wrong order."""
    return wrappers.OrderEnforcingWrapper(raw_env(players, rules=rules, render_mode=render_mode, **switches))


def _binary_space(size: int) -> Box:
    return Box(0, 1, (size,), np.int8)


class _SingleGame:
    """Shared by both environments: a batch of one game, agents and spaces. `no_ops` is 1 if agents may wait."""

    def __init__(self, rules: RuleSet | None, players: int, switches: dict[str, Any], *, no_ops: int) -> None:
        chosen = rules_with_switches(rules, switches)
        self.batch = Batch(chosen, players, games=1, observe="all", redeal=False)
        self.agents = [f"player_{seat}" for seat in range(players)]
        self.no_ops = no_ops
        size, actions = self.batch.layout.size, self.batch.actions + no_ops
        self.observation_space = DictSpace({"observation": _binary_space(size), "action_mask": _binary_space(actions)})
        self.action_spaces = [LegalActions(actions, partial(self.mask, seat)) for seat in range(players)]
        self.state_space = _binary_space(players * size)

    def reset(self, seed: int | None) -> None:
        """Deal: the first deal of a seed, or without a seed the next deal."""
        if seed is not None or not self.batch.dealt:
            self.batch.reset(seed)
        else:
            self.batch.deal_next()

    @property
    def over(self) -> bool:
        return bool(self.batch.ends[0])

    @property
    def seat(self) -> int:
        return int(self.batch.seats[0])

    def mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(self.batch.actions + self.no_ops, np.int8)
        if seat == self.seat and not self.over:
            mask[: self.batch.actions] = self.batch.legal[0]
        elif self.no_ops:
            mask[-1] = 1
        return mask

    def observation(self, seat: int) -> Observation:
        return {"observation": self.batch.observations[0, seat].astype(np.int8), "action_mask": self.mask(seat)}

    def state(self) -> NDArray[np.int8]:
        """The observations of all seats, concatenated, for critics that may know everything."""
        observations: NDArray[np.int8] = self.batch.observations[0].reshape(-1).astype(np.int8)
        return observations

    def text(self) -> str:
        """The table with open hands: rendering is for people who look at the game, not for players."""
        batch = self.batch
        return str(View(batch.rules, tuple(self.agents), None, batch.state(0), []))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name
    metadata = {"name": "hanabi_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, players: int = 2, *, rules: RuleSet | None = None, render_mode: str | None = None, **switches: Any
    ) -> None:
        super().__init__()
        self._game = _SingleGame(rules, players, switches, no_ops=0)
        self.render_mode = known_render_mode(self, render_mode)
        self.possible_agents = list(self._game.agents)
        self.agents: list[str] = []
        self.state_space = self._game.state_space

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self._game.observation_space

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self._game.action_spaces[self.possible_agents.index(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._game.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._game.seat]

    def observe(self, agent: str) -> Observation:
        return self._game.observation(self.possible_agents.index(agent))

    def state(self) -> NDArray[np.int8]:
        return self._game.state()

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._game.batch.step([action])
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict.fromkeys(self.agents, float(self._game.batch.rewards[0]))
        if self._game.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"score": int(self._game.batch.scores[0])} for agent in self.agents}
            self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._game.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        text = self._game.text()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""


class parallel_env(ParallelEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name
    """All agents act in every step: the one whose turn it is, and the others with the last action number, the no-op."""

    metadata = {"name": "hanabi_v0", "render_modes": ["ansi", "human"]}  # noqa: RUF012

    def __init__(
        self, players: int = 2, *, rules: RuleSet | None = None, render_mode: str | None = None, **switches: Any
    ) -> None:
        self._game = _SingleGame(rules, players, switches, no_ops=1)
        self.render_mode = known_render_mode(self, render_mode)
        self.possible_agents = list(self._game.agents)
        self.agents: list[str] = []
        self.state_space = self._game.state_space

    @property
    def no_op(self) -> int:
        return self._game.batch.actions

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self._game.observation_space

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self._game.action_spaces[self.possible_agents.index(agent)]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._game.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
        if not self._game.batch.dealt:
            raise NotDealt("deal the game with reset() before the first step")
        if not self.agents:
            return {}, {}, {}, {}, {}
        acting = self.possible_agents[self._game.seat]
        for agent in self.agents:
            if agent not in actions:
                raise ValueError(f"{agent} gave no action; those who wait give {self.no_op}")
            if agent != acting and actions[agent] != self.no_op:
                raise ValueError(
                    f"it is the turn of {acting}: {agent} can only wait ({self.no_op}), not {actions[agent]}"
                )
        self._game.batch.step([actions[acting]])
        observed, over = self._observations(), self._game.over
        shared, score = float(self._game.batch.rewards[0]), int(self._game.batch.scores[0])
        rewards = dict.fromkeys(self.agents, shared)
        terminations, truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        infos: dict[str, dict[str, Any]] = {agent: {"score": score} if over else {} for agent in self.agents}
        if over:
            self.agents = []
        return observed, rewards, terminations, truncations, infos

    def state(self) -> NDArray[np.int8]:
        return self._game.state()

    def render(self) -> str | None:
        text = self._game.text()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._game.observation(seat) for seat, agent in enumerate(self.possible_agents)}
