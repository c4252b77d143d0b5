"""Follows a transcript of the real Hanabi Learning Environment (`hle_transcript.py`) with our own names for it."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from hanabi.simulation.hle import pyhanabi, rl_env
from hanabi.simulation.hle.pyhanabi import HanabiMove, color_char_to_idx


def compare(config: Mapping[str, Any], lines: Iterable[str]) -> int:
    """Play the same moves with the same cards; the number of steps compared."""
    steps = 0
    env = rl_env.HanabiEnv(config)
    for line in lines:
        step = json.loads(line)
        if step.get("new"):
            env = rl_env.HanabiEnv({**config, "seed": steps})
            observation, reward, done = _dealt(env, step["deals"]), 0.0, False
            assert env.vectorized_observation_shape() == step["shape"]
            assert env.num_moves() == step["num_moves"]
        else:
            observation, reward, done = _stepped(env, step["action"], step["deals"])
            assert (reward, done) == (step["reward"], step["done"])
        assert _described(env, observation, config) == step["shown"]
        steps += 1
    return steps


def _deal(env: rl_env.HanabiEnv, deals: Iterable[str]) -> None:
    for text in deals:
        face = text.removeprefix("(Deal ").removesuffix(")")
        move = HanabiMove.get_deal_move(color_char_to_idx(face[0]), int(face[1]) - 1)
        assert env.state.cur_player() == pyhanabi.CHANCE_PLAYER_ID
        assert env.state.move_is_legal(move)
        env.state.apply_move(move)


def _dealt(env: rl_env.HanabiEnv, deals: Iterable[str]) -> dict[str, Any]:
    """What `reset` does, with cards of our choice."""
    env.state = env.game.new_initial_state()
    _deal(env, deals)
    assert env.state.cur_player() != pyhanabi.CHANCE_PLAYER_ID
    return env._observation()


def _stepped(env: rl_env.HanabiEnv, action: int, deals: list[str]) -> tuple[dict[str, Any], float, bool]:
    """`step` itself, with chance made to deal these cards."""
    state, remaining = env.state, list(deals)

    def deal_random_card() -> None:
        _deal(env, [remaining.pop(0)])

    state.deal_random_card = deal_random_card  # type: ignore[method-assign]
    observation, reward, done, info = env.step(action)
    del state.deal_random_card
    assert (remaining, info) == ([], {})
    return observation, reward, done


def _history(item: pyhanabi.HanabiHistoryItem) -> dict[str, Any]:
    return {
        "text": str(item),
        "move": str(item.move()),
        "player": item.player(),
        "scored": item.scored(),
        "information_token": item.information_token(),
        "color": item.color(),
        "rank": item.rank(),
        "revealed": item.card_info_revealed(),
        "newly_revealed": item.card_info_newly_revealed(),
        "deal_to_player": item.deal_to_player(),
    }


def _described(env: rl_env.HanabiEnv, observation: dict[str, Any], config: Mapping[str, Any]) -> dict[str, Any]:
    colors, ranks = range(config.get("colors", 5)), range(config.get("ranks", 5))
    parts = []
    for part in observation["player_observations"]:
        shown = dict(part)
        seen = shown.pop("pyhanabi")
        shown["vectorized"] = "".join(map(str, shown["vectorized"]))
        shown["text"] = str(seen)
        shown["last_moves"] = [_history(item) for item in seen.last_moves()]
        shown["knowledge"] = [
            [
                {
                    "text": str(known),
                    "color": known.color(),
                    "rank": known.rank(),
                    "colors": [known.color_plausible(color) for color in colors],
                    "ranks": [known.rank_plausible(rank) for rank in ranks],
                }
                for known in hand
            ]
            for hand in seen.card_knowledge()
        ]
        shown["playable"] = [seen.card_playable_on_fireworks(color, rank) for color in colors for rank in ranks]
        parts.append(shown)
    state = env.state
    return {
        "current_player": observation["current_player"],
        "parts": parts,
        "text": str(state),
        "history": [_history(item) for item in state.move_history()[-3:]],
        "moves": len(state.move_history()),
        "hands": [[str(card) for card in hand] for hand in state.player_hands()],
        "status": int(state.end_of_game_status()),
        "terminal": state.is_terminal(),
        "score": state.score(),
        "legal": [str(move) for move in state.legal_moves()],
    }
