"""The game record: one JSON document per game, to store, share, replay and check (docs/record.md)."""

from hanabi.records.branches import action_of_turn, branch, redeal_hidden
from hanabi.records.loader import is_reference, open_game, open_source
from hanabi.records.record import Record, RecordError, from_dict, load, loads, replace_file
from hanabi.records.replay import (
    act_recorded,
    advance,
    dealt_game,
    ended_field,
    is_ended_by_agreement,
    replay,
    state_of,
    states,
)

__all__ = [
    "Record",
    "RecordError",
    "act_recorded",
    "action_of_turn",
    "advance",
    "branch",
    "dealt_game",
    "ended_field",
    "from_dict",
    "is_ended_by_agreement",
    "is_reference",
    "load",
    "loads",
    "open_game",
    "open_source",
    "redeal_hidden",
    "replace_file",
    "replay",
    "state_of",
    "states",
]
