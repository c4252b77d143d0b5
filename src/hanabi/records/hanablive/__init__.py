"""hanab.live's games: its JSON (format 3.0.0), its links, the decks of its seeds (docs/hanab-live.md)."""

from hanabi.records.hanablive.links import read_link
from hanabi.records.hanablive.reading import from_json, from_seed
from hanabi.records.hanablive.refusing import BadField, NoCounterpart
from hanabi.records.hanablive.seeds import Seed, read_seed
from hanabi.records.hanablive.writing import MOST_BYTES, left_out_of_link, to_json, to_json_text, to_link

__all__ = [
    "MOST_BYTES",
    "BadField",
    "NoCounterpart",
    "Seed",
    "from_json",
    "from_seed",
    "left_out_of_link",
    "read_link",
    "read_seed",
    "to_json",
    "to_json_text",
    "to_link",
]
