"""The parameters of a game, and its moves as numbers: all of HanabiGame but its states."""

import secrets
from collections.abc import Mapping
from typing import Any

from hanabi.kernels import Rules, action_ids as ids, cards
from hanabi.rules import SWITCHES, RuleSet, kernel_rules, suggestion
from hanabi.simulation.hle.types import AgentObservationType, HanabiMove, HanabiMoveType

# The original's parameters that are switches of a RuleSet, with their names there.
_RULE_PARAMETERS = {
    "colors": "colors",
    "ranks": "ranks",
    "hand_size": "hand_size",
    "max_information_tokens": "clue_tokens",
    "max_life_tokens": "strikes",
}
_GAME_PARAMETERS = ("players", "seed", "random_start_player", "observation_type")
_RULE_SWITCHES = tuple(name for name in SWITCHES if name not in _RULE_PARAMETERS.values())


class GameParameters:
    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        parameters = dict(params or {})
        names = [*_GAME_PARAMETERS, *_RULE_PARAMETERS, *_RULE_SWITCHES]
        for name in parameters:
            if name not in names:
                raise ValueError(f"there is no parameter {name!r}; {suggestion(name, names)}")
        self._players = _int("players", parameters.get("players", 2))
        self._seed = _int("seed", parameters.get("seed", -1))
        if self._seed == -1:
            self._seed = secrets.randbits(31)
        self._random_start = _bool("random_start_player", parameters.get("random_start_player", False))
        self._observation_type = AgentObservationType(_int("observation_type", parameters.get("observation_type", 1)))
        if self._observation_type is AgentObservationType.SEER:
            raise ValueError("observation_type SEER shows players their own cards; use CARD_KNOWLEDGE or MINIMAL")
        switches: dict[str, Any] = {
            switch: _int(name, parameters[name]) for name, switch in _RULE_PARAMETERS.items() if name in parameters
        }
        switches |= {name: parameters[name] for name in _RULE_SWITCHES if name in parameters}
        self.rules = RuleSet.of(**{"empty_clues": False, **switches})
        self.rule_tables: Rules = kernel_rules(self.rules, self._players)
        self._deals = self._copies = 0

    def next_seed(self, copy: bool = False) -> str:
        """The seed of the next random number generator: one per deal, and others for copies."""
        if copy:
            self._copies += 1
            return f"{self._seed} copy {self._copies}"
        self._deals += 1
        return f"{self._seed} deal {self._deals}"

    def parameter_string(self) -> str:
        parameters = {
            "random_start_player": str(self._random_start).lower(),
            "seed": self._seed,
            "max_life_tokens": self.max_life_tokens(),
            "max_information_tokens": self.max_information_tokens(),
            "hand_size": self.hand_size(),
            "ranks": self.num_ranks(),
            "colors": self.rules.colors,
            "observation_type": int(self._observation_type),
            "players": self._players,
        }
        default = RuleSet.of(empty_clues=False)
        switches = {name: getattr(self.rules, name) for name in _RULE_SWITCHES}
        parameters |= {name: value for name, value in switches.items() if value != getattr(default, name)}
        return "".join(f"{name}={value}\n" for name, value in parameters.items())

    def num_players(self) -> int:
        return self._players

    def num_colors(self) -> int:
        return self.rule_tables.suits

    def num_ranks(self) -> int:
        return self.rule_tables.ranks

    def hand_size(self) -> int:
        return self.rule_tables.hand_size

    def max_information_tokens(self) -> int:
        return self.rule_tables.clue_tokens

    def max_life_tokens(self) -> int:
        return self.rule_tables.strikes

    def observation_type(self) -> AgentObservationType:
        return self._observation_type

    def random_start_player(self) -> bool:
        return self._random_start

    def max_moves(self) -> int:
        return self.rule_tables.actions

    def num_cards(self, color: int, rank: int) -> int:
        return self.rule_tables.copies[cards.kind_of(color, rank)]

    def kind_of(self, move: HanabiMove) -> int | None:
        """The kind of card that a move names; None if this game has no such card."""
        if not (0 <= move.color() < self.rule_tables.suits and 0 <= move.rank() < self.rule_tables.ranks):
            return None
        return cards.kind_of(move.color(), move.rank())

    def get_move_uid(self, move: HanabiMove) -> int:
        """-1 for a move that does not exist in this game."""
        r, slot, offset = self.rule_tables, move.card_index(), move.target_offset()
        kind = self.kind_of(move)
        in_hand, at_table = 0 <= slot < r.hand_size, 1 <= offset < r.players
        match move.type():
            case HanabiMoveType.DISCARD if in_hand:
                return ids.discard_id(r, slot)
            case HanabiMoveType.PLAY if in_hand:
                return ids.play_id(r, slot)
            case HanabiMoveType.REVEAL_COLOR if at_table and 0 <= move.color() < r.colors:
                return ids.color_clue_id(r, offset, move.color())
            case HanabiMoveType.REVEAL_RANK if at_table and 0 <= move.rank() < r.ranks:
                return ids.rank_clue_id(r, offset, move.rank())
            case HanabiMoveType.ANNOUNCED_PLAY if in_hand and self.rules.choreography and 0 <= move.color() < r.suits:
                return ids.announced_play_id(r, slot, move.color())
            case HanabiMoveType.RESHUFFLE if self.rules.flamboyants and kind is not None:
                return ids.reshuffle_id(r, kind)
            case HanabiMoveType.RESCUE if self.rules.flamboyants and kind is not None:
                return ids.rescue_id(r, kind)
        return -1

    def get_move(self, move_uid: int) -> HanabiMove:
        r, uid = self.rule_tables, _int("move_uid", move_uid)
        if not 0 <= uid < r.actions:
            raise ValueError(f"move uids here are 0 to {r.actions - 1}, not {uid}")
        if ids.is_clue(r, uid):
            offset, clue = ids.clue_of(r, uid)
            if ids.is_color_clue(r, clue):
                return HanabiMove.get_reveal_color_move(offset, clue)
            return HanabiMove.get_reveal_rank_move(offset, ids.clued_rank(r, clue))
        if ids.is_reward_choice(r, uid):
            move_type = HanabiMoveType.RESHUFFLE if ids.is_reshuffle(r, uid) else HanabiMoveType.RESCUE
            kind = ids.chosen_kind(r, uid)
            return HanabiMove(move_type, _color=cards.suit_of(kind), _rank=cards.rank_index(kind))
        slot, suit = ids.card_use_of(r, uid)
        if ids.is_announced_play(r, uid):
            return HanabiMove(HanabiMoveType.ANNOUNCED_PLAY, _card_index=slot, _color=suit)
        return HanabiMove.get_discard_move(slot) if ids.is_discard(r, uid) else HanabiMove.get_play_move(slot)


def _int(name: str, value: Any) -> int:
    try:
        number = int(value)
    except (TypeError, ValueError):
        number = None
    if number is None or (isinstance(value, float) and value != number):
        raise ValueError(f"{name} is a whole number, not {value!r}")
    return number


def _bool(name: str, value: Any) -> bool:
    flags = {"true": True, "false": False, "1": True, "0": False}
    if str(value).lower() not in flags:
        raise ValueError(f"{name} is true or false, not {value!r}")
    return flags[str(value).lower()]
