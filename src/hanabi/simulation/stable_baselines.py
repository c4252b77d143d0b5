"""Many games as a vectorized environment of Stable-Baselines3, for `MaskablePPO` of sb3-contrib and the like."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from hanabi.simulation.gymnasium import HanabiVectorEnv


class HanabiVecEnv(VecEnv):
    """`MaskablePPO("MlpPolicy", HanabiVecEnv(HanabiVectorEnv(256, partners="team")))`.

    Use a learner that masks actions: an illegal action raises IllegalActionInGame. The info of a game that ended has
    its `score` and its `terminal_observation`.
    """

    def __init__(self, env: HanabiVectorEnv) -> None:
        if env.metadata["autoreset_mode"] != AutoresetMode.SAME_STEP:
            raise ValueError("Stable-Baselines3 needs the autoreset_mode 'SameStep'")
        self.env = env
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)
        self._actions: Any = None
        self._masks: NDArray[np.bool_] = np.zeros((env.num_envs, env.batch.actions), np.bool_)

    def reset(self) -> NDArray[np.uint8]:
        has_seeds = any(seed is not None for seed in self._seeds)
        observations, infos = self.env.reset(seed=self._seeds if has_seeds else None)
        self._reset_seeds()
        self._masks = infos["action_mask"].astype(np.bool_)
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[np.bool_], list[dict[str, Any]]]:
        observations, rewards, ended, _, infos = self.env.step(self._actions)
        self._masks = infos["action_mask"].astype(np.bool_)
        each: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(ended).tolist():
            each[game] = {
                "terminal_observation": infos["final_obs"][game],
                "score": int(infos["final_score"][game]),
                "TimeLimit.truncated": False,
            }
        return observations, rewards, ended, each

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of every game."""
        return self._masks

    def close(self) -> None:
        self.env.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        source = self if attr_name == "action_masks" else self.env
        return [getattr(source, attr_name)] * len(self._games(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("all games share their settings; make another environment")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"a game of this environment has no method {method_name!r}, only action_masks")
        return [self._masks[game] for game in self._games(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(self._games(indices))

    def _games(self, indices: Any) -> Sequence[int]:
        return list(self._get_indices(indices))
