"""The module `rl_env` of the Hanabi Learning Environment."""

import operator
from collections.abc import Mapping
from typing import Any

from hanabi.rules import suggestion
from hanabi.simulation.hle import pyhanabi
from hanabi.simulation.hle.pyhanabi import HanabiMove, HanabiMoveType, IllegalMove
from hanabi.simulation.hle.types import SUIT_CHAR

MOVE_TYPES = [kind.name for kind in HanabiMoveType]

_SMALL = {"ranks": 5, "hand_size": 2, "max_information_tokens": 3, "max_life_tokens": 1, "observation_type": 1}
_FULL = {"colors": 5, "ranks": 5, "max_information_tokens": 8, "max_life_tokens": 3}
ENVIRONMENTS: dict[str, dict[str, int]] = {
    "Hanabi-Full": _FULL | {"observation_type": 1},
    "Hanabi-Full-CardKnowledge": _FULL | {"observation_type": 1},
    "Hanabi-Full-Minimal": _FULL | {"observation_type": 0},
    "Hanabi-Small": _SMALL | {"colors": 2},
    "Hanabi-Very-Small": _SMALL | {"colors": 1},
}


class Environment:
    """The interface of an environment."""

    def reset(self) -> dict[str, Any]:
        raise NotImplementedError("implemented by subclasses")

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, dict[str, Any]]:
        raise NotImplementedError("implemented by subclasses")


class HanabiEnv(Environment):
    """A game whose observation is a dictionary: `player_observations`, one per player, and `current_player`.

    Each player's part holds only what that player may know. Give each agent its own part only.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        if not isinstance(config, Mapping):
            raise TypeError(f"Expected config to be of type dict, not {type(config).__name__}")
        self.game = pyhanabi.HanabiGame(config)
        self.observation_encoder = pyhanabi.ObservationEncoder(self.game)
        self.players = self.game.num_players()
        self.state = self.game.new_initial_state()

    def reset(self) -> dict[str, Any]:
        self.state = self.game.new_initial_state()
        self._deal_cards()
        return self._observation()

    def vectorized_observation_shape(self) -> list[int]:
        return self.observation_encoder.shape()

    def num_moves(self) -> int:
        return self.game.max_moves()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, dict[str, Any]]:
        """Act with a move's dictionary or its number. An illegal one raises IllegalMove and changes nothing."""
        if self.state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
            raise IllegalMove("no game is on: call reset() before step()")
        move = self._build_move(action) if isinstance(action, Mapping) else self._move_of_id(action)
        before = self.state.score()
        self.state.apply_move(move)
        self._deal_cards()
        return self._observation(), self.state.score() - before, self.state.is_terminal(), {}

    def _deal_cards(self) -> None:
        while self.state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
            self.state.deal_random_card()

    def _move_of_id(self, action: Any) -> HanabiMove:
        try:
            return self.game.get_move(operator.index(action))
        except TypeError:
            raise ValueError(f"Expected action as dict or int, got: {action!r}") from None

    def _observation(self) -> dict[str, Any]:
        parts = [self._player_observation(self.state.observation(player)) for player in range(self.players)]
        return {"player_observations": parts, "current_player": self.state.cur_player()}

    def _player_observation(self, observation: pyhanabi.HanabiObservation) -> dict[str, Any]:
        moves = observation.legal_moves()
        return {
            "current_player": self.state.cur_player(),
            "current_player_offset": observation.cur_player_offset(),
            "life_tokens": observation.life_tokens(),
            "information_tokens": observation.information_tokens(),
            "num_players": observation.num_players(),
            "deck_size": observation.deck_size(),
            "fireworks": dict(zip(SUIT_CHAR, observation.fireworks(), strict=False)),
            "legal_moves": [move.to_dict() for move in moves],
            "legal_moves_as_int": [self.game.get_move_uid(move) for move in moves],
            "observed_hands": [[card.to_dict() for card in hand] for hand in observation.observed_hands()],
            "discard_pile": [card.to_dict() for card in observation.discard_pile()],
            "card_knowledge": [[known.to_dict() for known in hand] for hand in observation.card_knowledge()],
            "vectorized": self.observation_encoder.encode(observation),
            "pyhanabi": observation,
        }

    def _build_move(self, action: Mapping[str, Any]) -> HanabiMove:
        if action.get("action_type") not in MOVE_TYPES:
            raise IllegalMove(f"action_type: {action.get('action_type')!r} should be one of: {MOVE_TYPES}")
        try:
            color = action.get("color")
            return HanabiMove(
                HanabiMoveType[action["action_type"]],
                int(action.get("card_index", -1)),
                int(action.get("target_offset", -1)),
                -1 if color is None else pyhanabi.color_char_to_idx(color),
                int(action.get("rank", -1)),
            )
        except (TypeError, ValueError) as error:
            raise IllegalMove(f"{dict(action)} is not an action: {error}") from error


def make(environment_name: str = "Hanabi-Full", num_players: int = 2, pyhanabi_path: Any = None) -> HanabiEnv:
    if environment_name not in ENVIRONMENTS:
        raise ValueError(f"Unknown environment {environment_name}; {suggestion(environment_name, list(ENVIRONMENTS))}")
    return HanabiEnv(ENVIRONMENTS[environment_name] | {"players": num_players})


class Agent:
    """The interface of an agent."""

    def __init__(self, config: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError("implemented by subclasses")

    def reset(self, config: Mapping[str, Any]) -> None:
        raise NotImplementedError("implemented by subclasses")

    def act(self, observation: Mapping[str, Any]) -> dict[str, Any] | None:
        raise NotImplementedError("implemented by subclasses")
