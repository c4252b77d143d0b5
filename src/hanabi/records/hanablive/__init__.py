"""Import and export of hanab.live's games: JSON (format 3.0.0), links and seeds (docs/hanab-live.md)."""

from hanabi.records.hanablive.exporter import MAX_MESSAGE_BYTES, remarks, to_json, to_json_text, to_link
from hanabi.records.hanablive.importer import (
    from_json,
    from_seed,
    hanab_live_end_reason,
    hanab_live_seed,
    is_deck_of_seed,
)
from hanabi.records.hanablive.links import read_link
from hanabi.records.hanablive.options import BadField, NoCounterpart
from hanabi.records.hanablive.seeds import Seed, read_seed

__all__ = [
    "MAX_MESSAGE_BYTES",
    "BadField",
    "NoCounterpart",
    "Seed",
    "from_json",
    "from_seed",
    "hanab_live_end_reason",
    "hanab_live_seed",
    "is_deck_of_seed",
    "read_link",
    "read_seed",
    "remarks",
    "to_json",
    "to_json_text",
    "to_link",
]
