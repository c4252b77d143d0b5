"""hanab.live's games: its JSON (format 3.0.0), its links, the decks of its seeds (docs/hanab-live.md)."""

from hanabi.records.hanablive.errors import BadField, NoCounterpart
from hanabi.records.hanablive.exporter import MOST_BYTES, remarks, to_json, to_json_text, to_link
from hanabi.records.hanablive.importer import deals, ended_there, from_json, from_seed, seed_of
from hanabi.records.hanablive.links import read_link
from hanabi.records.hanablive.seeds import Seed, read_seed

__all__ = [
    "MOST_BYTES",
    "BadField",
    "NoCounterpart",
    "Seed",
    "deals",
    "ended_there",
    "from_json",
    "from_seed",
    "read_link",
    "read_seed",
    "remarks",
    "seed_of",
    "to_json",
    "to_json_text",
    "to_link",
]
