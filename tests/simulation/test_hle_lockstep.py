"""`rl_env` and `pyhanabi` against the real Hanabi Learning Environment, field by field, both playing the same games.

It must be compiled, so it lives in an environment of its own (`make peers-hle`).
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from hanabi.simulation.hle import pyhanabi, rl_env
from support import hle_comparison
from support.long_form import times

ROOT = Path(__file__).parents[2]
PEERS = Path(os.environ.get("HANABI_PEERS", ROOT / ".venv-peers"))
GAMES = times(4, 12)
LONG_GAMES = times(2, 4)

CONFIGS = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four": {"players": 4},
    "five": {"players": 5},
    "minimal": {"players": 3, "observation_type": 0},
    "small": {"players": 2, "colors": 2, "ranks": 5, "hand_size": 2, "max_information_tokens": 3, "max_life_tokens": 1},
    "very small": {"players": 5, "colors": 1, "hand_size": 2, "max_information_tokens": 3, "max_life_tokens": 1},
    "few ranks": {"players": 4, "colors": 3, "ranks": 4, "hand_size": 3, "max_information_tokens": 5},
    "two ranks": {"players": 3, "colors": 4, "ranks": 2, "hand_size": 2, "max_life_tokens": 2},
    "one rank": {"players": 2, "colors": 5, "ranks": 1, "hand_size": 4},
    "many lives": {"players": 2, "max_life_tokens": 50},
    "one token": {"players": 5, "max_information_tokens": 1, "max_life_tokens": 20},
}


def interpreter() -> Path:
    """The Python that has the original. If it is missing, the tests are skipped with a message; in CI they fail."""
    python = PEERS / "bin" / "python"
    check = "import hanabi_learning_environment.pyhanabi as p; raise SystemExit(not p.lib_loaded())"
    if python.exists() and subprocess.run([python, "-c", check], capture_output=True, check=False).returncode == 0:
        return python
    missing = (
        f"the Hanabi Learning Environment is not installed in {PEERS}: run `make peers-hle` (it needs a C++ compiler)"
    )
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.mark.parametrize("name", CONFIGS)
def test_every_field_of_every_step_is_the_same(name: str) -> None:
    config = CONFIGS[name]
    script = Path(hle_comparison.__file__).with_name("hle_transcript.py")
    games = LONG_GAMES if config.get("max_life_tokens", 3) > 9 else GAMES
    command = [str(interpreter()), str(script), json.dumps(config), str(games), name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as original:
        assert original.stdout is not None
        steps = hle_comparison.compare(config, original.stdout)
    assert original.returncode == 0
    assert steps > games * 3


def test_the_presets_have_the_same_shapes() -> None:
    script = """
import json
from hanabi_learning_environment import rl_env
names = ["Hanabi-Full", "Hanabi-Full-CardKnowledge", "Hanabi-Full-Minimal", "Hanabi-Small", "Hanabi-Very-Small"]
envs = [(n, p, rl_env.make(n, p)) for n in names for p in range(2, 6)]
params = lambda env: [line for line in env.game.parameter_string().splitlines() if not line.startswith("seed")]
print(json.dumps([[n, p, e.vectorized_observation_shape(), e.num_moves(), params(e)] for n, p, e in envs]))
"""
    output = subprocess.run([interpreter(), "-c", script], capture_output=True, text=True, check=True).stdout
    for name, players, shape, moves, params in json.loads(output):
        env = rl_env.make(name, players)
        ours = [line for line in env.game.parameter_string().splitlines() if not line.startswith("seed")]
        assert (env.vectorized_observation_shape(), env.num_moves(), ours) == (shape, moves, params)


def test_moves_and_numbers_are_the_same() -> None:
    script = """
import json
from hanabi_learning_environment import pyhanabi as p
games = [p.HanabiGame({"players": n, "colors": c, "ranks": r}) for n, c, r in [(2, 5, 5), (5, 5, 5), (4, 3, 4)]]
moves = [[g.get_move(uid) for uid in range(g.max_moves())] for g in games]
fields = lambda m: [str(m), int(m.type()), m.card_index(), m.target_offset(), m.color(), m.rank(), m.to_dict()]
cards = [[[g.num_cards(c, r) for r in range(g.num_ranks())] for c in range(g.num_colors())] for g in games]
print(json.dumps([[[fields(m) for m in row] for row in moves], cards]))
"""
    output = subprocess.run([interpreter(), "-c", script], capture_output=True, text=True, check=True).stdout
    moves, cards = json.loads(output)
    for (players, colors, ranks), theirs, copies in zip([(2, 5, 5), (5, 5, 5), (4, 3, 4)], moves, cards, strict=True):
        game = pyhanabi.HanabiGame({"players": players, "colors": colors, "ranks": ranks})
        ours = [game.get_move(uid) for uid in range(game.max_moves())]
        assert [game.get_move_uid(move) for move in ours] == list(range(game.max_moves()))
        fields = [
            [str(m), int(m.type()), m.card_index(), m.target_offset(), m.color(), m.rank(), m.to_dict()] for m in ours
        ]
        assert fields == theirs
        assert [[game.num_cards(color, rank) for rank in range(ranks)] for color in range(colors)] == copies
