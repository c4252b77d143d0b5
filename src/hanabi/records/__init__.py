"""The game record: one JSON document per game, to store, share, replay and check (docs/record.md)."""

from hanabi.records.branches import action_of_turn, branch, redeal_hidden
from hanabi.records.loader import open_game, open_source
from hanabi.records.record import Record, RecordError, load, loads
from hanabi.records.replay import replay, states

__all__ = [
    "Record",
    "RecordError",
    "action_of_turn",
    "branch",
    "load",
    "loads",
    "open_game",
    "open_source",
    "redeal_hidden",
    "replay",
    "states",
]
