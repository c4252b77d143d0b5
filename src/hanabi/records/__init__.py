"""The game record: one JSON document a game, to store, share, replay and check (record.md)."""

from hanabi.records.record import Record, RecordError, load, loads
from hanabi.records.replay import replay, states

__all__ = ["Record", "RecordError", "load", "loads", "replay", "states"]
