"""Opens a game in any supported format: our record, or hanab.live's JSON, links and seeds."""

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from hanabi.records.hanablive import from_json, from_seed, read_link, read_seed
from hanabi.records.record import Record, RecordError, from_dict, parse, read_text

ADDRESS = re.compile(
    r"(?:https?://)?[\w.-]+(?::\d+)?/((?:shared-)?replay(?:-json)?|seed|export)/([^\s?#/]*)/?(?:[?#]\S*)?"
)
LINK_TEXT = re.compile(r"[2-6][0-9A-Za-z-]*,[^\s{./\\]*")
HANAB_LIVE_FIELDS = ("deck", "actions", "seed", "options")


def open_game(text: str) -> Record:
    """Read a game from text in any format. A game from hanab.live is replayed, and so checked."""
    text = text.strip().removeprefix("\ufeff")
    if not is_reference(text):
        data = parse(text)
        return from_json(data) if _is_hanab_live(data) else from_dict(data)
    address = ADDRESS.fullmatch(text)
    page, rest = (address[1], unquote(address[2])) if address else ("", text)
    if page in ("replay", "shared-replay", "export"):
        raise RecordError(f"is only a game number: save https://hanab.live/export/{rest} to a file and open that file")
    if seed := read_seed(rest):
        return from_seed(seed)
    if page == "seed":
        raise RecordError(f"is not a seed: {rest[:60]!r} must look like p4v0s123")
    return from_json(read_link(rest))


def open_source(source: str | Path) -> Record:
    """Open a file by name, or a link or seed. An existing file takes precedence."""
    # `exists` is False for a name too long for the file system, as links often are.
    if isinstance(source, str) and is_reference(source) and not os.path.exists(source):
        return open_game(source)
    return open_game(read_text(source))


def is_reference(text: str) -> bool:
    """Whether a text is a hanab.live link or seed, rather than a document or a file name."""
    text = text.strip()
    return bool(ADDRESS.fullmatch(text) or read_seed(text) or LINK_TEXT.fullmatch(text))


def _is_hanab_live(data: Any) -> bool:
    return (
        isinstance(data, dict)
        and "format" not in data
        and "rules" not in data
        and any(map(data.__contains__, HANAB_LIVE_FIELDS))
    )
