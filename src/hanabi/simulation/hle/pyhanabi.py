"""The module `pyhanabi` of the Hanabi Learning Environment. There is no C library to load: loading always succeeds."""

from typing import Any

from hanabi.simulation.hle.observation import HanabiObservation, ObservationEncoder
from hanabi.simulation.hle.state import HanabiGame, HanabiState, IllegalMove
from hanabi.simulation.hle.types import (
    CHANCE_PLAYER_ID,
    COLOR_CHAR,
    AgentObservationType,
    HanabiCard,
    HanabiCardKnowledge,
    HanabiEndOfGameType,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
    ObservationEncoderType,
    color_char_to_idx,
    color_idx_to_char,
)

__all__ = [
    "CHANCE_PLAYER_ID",
    "COLOR_CHAR",
    "AgentObservationType",
    "HanabiCard",
    "HanabiCardKnowledge",
    "HanabiEndOfGameType",
    "HanabiGame",
    "HanabiHistoryItem",
    "HanabiMove",
    "HanabiMoveType",
    "HanabiObservation",
    "HanabiState",
    "IllegalMove",
    "ObservationEncoder",
    "ObservationEncoderType",
    "cdef_loaded",
    "color_char_to_idx",
    "color_idx_to_char",
    "lib_loaded",
    "try_cdef",
    "try_load",
]


def try_cdef(header: Any = None, prefixes: Any = None) -> bool:
    return True


def try_load(library: Any = None, prefixes: Any = None) -> bool:
    return True


def cdef_loaded() -> bool:
    return True


def lib_loaded() -> bool:
    return True
