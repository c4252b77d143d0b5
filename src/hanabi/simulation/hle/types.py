"""Enums, cards, moves and history items under the names of the Hanabi Learning Environment."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from hanabi.kernels import cards, layout
from hanabi.kernels.bits import lowest_bit

COLOR_CHAR = ["R", "Y", "G", "W", "B"]
SUIT_CHAR = [*COLOR_CHAR, "M", "K"]  # with the suits that the original's rules do not have, multicolor and black
CHANCE_PLAYER_ID = -1


class HanabiMoveType(IntEnum):
    """The original's types, then those of other rules."""

    INVALID = 0
    PLAY = 1
    DISCARD = 2
    REVEAL_COLOR = 3
    REVEAL_RANK = 4
    DEAL = 5
    ANNOUNCED_PLAY = 6
    RESHUFFLE = 7
    RESCUE = 8


class HanabiEndOfGameType(IntEnum):
    NOT_FINISHED = 0
    OUT_OF_LIFE_TOKENS = 1
    OUT_OF_CARDS = 2
    COMPLETED_FIREWORKS = 3
    LOST_INDISPENSABLE_CARD = 4
    NO_LEGAL_MOVE = 5


class AgentObservationType(IntEnum):
    MINIMAL = 0
    CARD_KNOWLEDGE = 1
    SEER = 2


class ObservationEncoderType(IntEnum):
    CANONICAL = 0


def color_idx_to_char(color_idx: int) -> str | None:
    if color_idx == -1:
        return None
    if not 0 <= color_idx < len(SUIT_CHAR):
        raise ValueError(f"color index {color_idx} is not from -1 to {len(SUIT_CHAR) - 1}")
    return SUIT_CHAR[color_idx]


def color_char_to_idx(color_char: str) -> int:
    if color_char not in SUIT_CHAR:
        raise ValueError(f"Invalid color: {color_char}. Should be one of {SUIT_CHAR}.")
    return SUIT_CHAR.index(color_char)


class HanabiCard:
    """A face, colors and ranks from 0; a card that may not be seen is (-1, -1)."""

    __slots__ = ("_color", "_rank")

    def __init__(self, color: int, rank: int) -> None:
        self._color, self._rank = color, rank

    def color(self) -> int:
        return self._color

    def rank(self) -> int:
        return self._rank

    def valid(self) -> bool:
        return self._color >= 0 and self._rank >= 0

    def to_dict(self) -> dict[str, Any]:
        return {"color": color_idx_to_char(self._color), "rank": self._rank}

    def __str__(self) -> str:
        return f"{SUIT_CHAR[self._color]}{self._rank + 1}" if self.valid() else "XX"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HanabiCard) and (self._color, self._rank) == (other._color, other._rank)

    def __hash__(self) -> int:
        return hash((self._color, self._rank))


def card_of(kind: int) -> HanabiCard:
    if kind == layout.HIDDEN:
        return HanabiCard(-1, -1)
    return HanabiCard(cards.suit_of(kind), cards.rank_index(kind))


class HanabiCardKnowledge:
    """What clues have revealed of a card. Its color and rank are known only after a clue that touched it."""

    __slots__ = ("_clues", "_colors", "_open", "_ranks", "_suits")

    def __init__(self, kinds: int, clues: int, suits: int, colors: int, ranks: int) -> None:
        self._open, self._clues, self._suits, self._colors, self._ranks = kinds, clues, suits, colors, ranks

    def color(self) -> int | None:
        """The first color that a clue named; several colors may have touched a wild card."""
        colors = self._clues & (1 << self._colors) - 1
        return lowest_bit(colors) if colors else None

    def rank(self) -> int | None:
        ranks = self._clues >> self._colors
        return lowest_bit(ranks) if ranks else None

    def color_plausible(self, color_index: int) -> bool:
        return bool(cards.kinds_of_suit(self._open, color_index))

    def rank_plausible(self, rank_index: int) -> bool:
        return any(self._open >> cards.kind_of(suit, rank_index) & 1 for suit in range(self._suits))

    def to_dict(self) -> dict[str, Any]:
        color = self.color()
        return {"color": None if color is None else color_idx_to_char(color), "rank": self.rank()}

    def __str__(self) -> str:
        color, rank = self.color(), self.rank()
        known = ("X" if color is None else SUIT_CHAR[color]) + ("X" if rank is None else str(rank + 1))
        colors = "".join(SUIT_CHAR[place] for place in range(self._suits) if self.color_plausible(place))
        ranks = "".join(str(place + 1) for place in range(self._ranks) if self.rank_plausible(place))
        return f"{known}|{colors}{ranks}"

    __repr__ = __str__


@dataclass(frozen=True, slots=True, repr=False)
class HanabiMove:
    """What a player, or chance, does. Made with the `get_…_move` functions."""

    _type: HanabiMoveType
    _card_index: int = -1
    _target_offset: int = -1
    _color: int = -1
    _rank: int = -1

    def type(self) -> HanabiMoveType:
        return self._type

    def card_index(self) -> int:
        return self._card_index

    def target_offset(self) -> int:
        return self._target_offset

    def color(self) -> int:
        return self._color

    def rank(self) -> int:
        return self._rank

    @staticmethod
    def get_discard_move(card_index: int) -> "HanabiMove":
        return HanabiMove(HanabiMoveType.DISCARD, _card_index=int(card_index))

    @staticmethod
    def get_play_move(card_index: int) -> "HanabiMove":
        return HanabiMove(HanabiMoveType.PLAY, _card_index=int(card_index))

    @staticmethod
    def get_reveal_color_move(target_offset: int, color: int) -> "HanabiMove":
        return HanabiMove(HanabiMoveType.REVEAL_COLOR, _target_offset=int(target_offset), _color=int(color))

    @staticmethod
    def get_reveal_rank_move(target_offset: int, rank: int) -> "HanabiMove":
        return HanabiMove(HanabiMoveType.REVEAL_RANK, _target_offset=int(target_offset), _rank=int(rank))

    @staticmethod
    def get_deal_move(color: int, rank: int) -> "HanabiMove":
        """Not in the original: with it `HanabiState.apply_move` deals a chosen card."""
        return HanabiMove(HanabiMoveType.DEAL, _color=int(color), _rank=int(rank))

    def to_dict(self) -> dict[str, Any]:
        fields: dict[str, Any] = {"action_type": self._type.name}
        if self._card_index >= 0:
            fields["card_index"] = self._card_index
        if self._target_offset >= 0:
            fields["target_offset"] = self._target_offset
        if self._type in _MOVES_WITH_COLOR:
            fields["color"] = color_idx_to_char(self._color)
        if self._type in _MOVES_WITH_RANK:
            fields["rank"] = self._rank
        return fields

    def __str__(self) -> str:
        match self._type:
            case HanabiMoveType.PLAY | HanabiMoveType.DISCARD:
                return f"({self._type.name.capitalize()} {self._card_index})"
            case HanabiMoveType.REVEAL_COLOR:
                return f"(Reveal player +{self._target_offset} color {SUIT_CHAR[self._color]})"
            case HanabiMoveType.REVEAL_RANK:
                return f"(Reveal player +{self._target_offset} rank {self._rank + 1})"
            case HanabiMoveType.ANNOUNCED_PLAY:
                return f"(Play {self._card_index} as {SUIT_CHAR[self._color]})"
            case HanabiMoveType.INVALID:
                return "(INVALID)"
        return f"({self._type.name.capitalize()} {HanabiCard(self._color, self._rank)})"

    __repr__ = __str__


_MOVES_WITH_FACES = {HanabiMoveType.DEAL, HanabiMoveType.RESHUFFLE, HanabiMoveType.RESCUE}
_MOVES_WITH_COLOR = _MOVES_WITH_FACES | {HanabiMoveType.REVEAL_COLOR, HanabiMoveType.ANNOUNCED_PLAY}
_MOVES_WITH_RANK = _MOVES_WITH_FACES | {HanabiMoveType.REVEAL_RANK}


@dataclass(frozen=True, slots=True, repr=False)
class HanabiHistoryItem:
    """A move with its consequences."""

    _move: HanabiMove
    _player: int
    _scored: bool = False
    _information_token: bool = False
    _color: int = -1
    _rank: int = -1
    _revealed: int = 0
    _newly_revealed: int = 0
    _deal_to_player: int = -1

    def move(self) -> HanabiMove:
        return self._move

    def player(self) -> int:
        return self._player

    def scored(self) -> bool:
        return self._scored

    def information_token(self) -> bool:
        return self._information_token

    def color(self) -> int:
        return self._color

    def rank(self) -> int:
        return self._rank

    def card_info_revealed(self) -> list[int]:
        return [slot for slot in range(layout.MAX_HAND) if self._revealed >> slot & 1]

    def card_info_newly_revealed(self) -> list[int]:
        return [slot for slot in range(layout.MAX_HAND) if self._newly_revealed >> slot & 1]

    def deal_to_player(self) -> int:
        return self._deal_to_player

    def __str__(self) -> str:
        words = [str(self._move)]
        if self._player >= 0:
            words.append(f"by player {self._player}")
        if self._scored:
            words.append("scored")
        if self._information_token:
            words.append("info_token")
        if self._color >= 0 and self._rank >= 0:
            words.append(str(HanabiCard(self._color, self._rank)))
        if self._revealed:
            words.append("reveal " + ",".join(map(str, self.card_info_revealed())))
        return f"<{' '.join(words)}>"

    __repr__ = __str__
