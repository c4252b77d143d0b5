"""Learning programs of others, run on our environments. They are large, so this runs with `make test-learn`."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "learning"
SHORT = {
    "maskable_ppo": ["--partners", "hat", "--games", "8", "--steps", "600"],
    "ppo": ["--partners", "team,hat", "--games", "32", "--rollout", "8", "--steps", "600"],
}


@pytest.mark.parametrize("name", sorted(file.stem for file in EXAMPLES.glob("*.py")))
def test_an_example_of_learning_runs(name: str, tmp_path: Path) -> None:
    for package in ("jax", "torch", "sb3_contrib"):
        pytest.importorskip(package)
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *SHORT.get(name, [])]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_supersuit_makes_a_vector_of_pettingzoo_games() -> None:
    supersuit: Any = pytest.importorskip("supersuit")
    from hanabi.simulation import pettingzoo

    games = supersuit.pettingzoo_env_to_vec_env_v1(pettingzoo.parallel_env(2))
    envs = supersuit.concat_vec_envs_v1(games, 3, num_cpus=0, base_class="gymnasium")
    observed, _ = envs.reset(seed=1)
    over = 0
    for _ in range(60):
        masks = observed["action_mask"]
        assert masks.shape[0] == 6
        actions = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        observed, _, terminated, _, _ = envs.step(actions)
        over += int(np.sum(terminated))
    assert over >= 6


def test_stable_baselines_sees_masks_seeds_and_last_observations() -> None:
    pytest.importorskip("sb3_contrib")
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    from hanabi.simulation.gymnasium import HanabiVectorEnv
    from hanabi.simulation.stable_baselines import HanabiVecEnv

    envs, direct = HanabiVecEnv(HanabiVectorEnv(8, strikes=1)), HanabiVectorEnv(8, strikes=1)
    assert is_masking_supported(envs)
    envs.seed(3)
    observed, (expected, infos) = envs.reset(), direct.reset(seed=list(range(3, 11)))
    rng, ended_games = np.random.default_rng(0), 0
    for _ in range(60):
        assert (observed == expected).all()
        assert (get_action_masks(envs) == infos["action_mask"]).all()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        observed, rewards, ended, each = envs.step(actions)
        expected, their_rewards, their_ends, _, infos = direct.step(actions)
        assert (rewards == their_rewards).all()
        assert (ended == their_ends).all()
        for game in np.flatnonzero(ended).tolist():
            assert (each[game]["terminal_observation"] == infos["final_obs"][game]).all()
            assert each[game]["score"] == infos["final_score"][game]
            ended_games += 1
    assert ended_games > 20
    with pytest.raises(ValueError, match="SameStep"):
        HanabiVecEnv(HanabiVectorEnv(2, autoreset_mode="Disabled"))
