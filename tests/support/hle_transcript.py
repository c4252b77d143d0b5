"""Plays games in the real Hanabi Learning Environment and writes down all it shows, one JSON line a step.

Run by the interpreter of the environment that has it: it imports nothing of ours.
"""

import json
import random
import sys
from typing import Any

from hanabi_learning_environment import pyhanabi, rl_env


def history(item: Any) -> dict[str, Any]:
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


def knowledge(known: Any) -> dict[str, Any]:
    return {
        "text": str(known),
        "color": known.color(),
        "rank": known.rank(),
        "colors": [bool(known.color_plausible(color)) for color in range(game_of["colors"])],
        "ranks": [bool(known.rank_plausible(rank)) for rank in range(game_of["ranks"])],
    }


game_of: dict[str, int] = {}


def described(env: Any, observation: dict[str, Any]) -> dict[str, Any]:
    """Everything that can be asked after a step."""
    parts = []
    for part in observation["player_observations"]:
        shown = dict(part)
        seen = shown.pop("pyhanabi")
        shown["vectorized"] = "".join(map(str, shown["vectorized"]))
        shown["text"] = str(seen)
        shown["last_moves"] = [history(item) for item in seen.last_moves()]
        shown["knowledge"] = [[knowledge(known) for known in hand] for hand in seen.card_knowledge()]
        shown["playable"] = [
            bool(seen.card_playable_on_fireworks(color, rank))
            for color in range(game_of["colors"])
            for rank in range(game_of["ranks"])
        ]
        parts.append(shown)
    state = env.state
    return {
        "current_player": observation["current_player"],
        "parts": parts,
        "text": str(state),
        "history": [history(item) for item in state.move_history()[-3:]],
        "moves": len(state.move_history()),
        "hands": [[str(card) for card in hand] for hand in state.player_hands()],
        "status": int(state.end_of_game_status()),
        "terminal": state.is_terminal(),
        "score": state.score(),
        "legal": [str(move) for move in state.legal_moves()],
    }


def peek(env: Any, rng: random.Random) -> Any:
    """Plays what fits, else clues or discards: such games reach their late rules."""
    state = env.state
    moves = [(env.game.get_move_uid(move), move) for move in state.legal_moves()]
    hand = state.player_hands()[state.cur_player()]
    fits = [n for n, card in enumerate(hand) if state.card_playable_on_fireworks(card.color(), card.rank())]
    of_type = {kind: [uid for uid, move in moves if move.type() == kind] for kind in pyhanabi.HanabiMoveType}
    if fits and rng.random() < 0.97:
        return env.game.get_move_uid(pyhanabi.HanabiMove.get_play_move(rng.choice(fits)))
    clues = of_type[pyhanabi.HanabiMoveType.REVEAL_COLOR] + of_type[pyhanabi.HanabiMoveType.REVEAL_RANK]
    choices = [group for group in (clues, of_type[pyhanabi.HanabiMoveType.DISCARD]) if group]
    return rng.choice(rng.choice(choices)) if choices else rng.choice(moves)[0]


def main(config: dict[str, Any], games: int, seed: str) -> None:
    game_of.update({"colors": config.get("colors", 5), "ranks": config.get("ranks", 5)})
    for number in range(games):
        rng = random.Random(f"{seed} {number}")
        env = rl_env.HanabiEnv({**config, "seed": rng.randrange(2**31)})
        observation, done = env.reset(), False
        first = {
            "new": True,
            "deals": [str(item.move()) for item in env.state.move_history()],
            "shape": env.vectorized_observation_shape(),
            "num_moves": env.num_moves(),
        }
        print(json.dumps({**first, "shown": described(env, observation)}))
        while not done:
            if number % 2:
                action = peek(env, rng)
            else:
                action = rng.choice(
                    observation["player_observations"][observation["current_player"]]["legal_moves_as_int"]
                )
            before = len(env.state.move_history())
            observation, reward, done, _ = env.step(action)
            deals = [str(item.move()) for item in env.state.move_history()[before + 1 :]]
            step = {"action": action, "deals": deals, "reward": reward, "done": done}
            print(json.dumps({**step, "shown": described(env, observation)}))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
