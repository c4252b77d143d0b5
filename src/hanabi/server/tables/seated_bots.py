"""The bots that tables offer, and their first names."""

import zlib

from hanabi.bots import ROSTER
from hanabi.server.refusals import Refused
from hanabi.server.tables.table import Table

# Bots that look at their own cards are missing: a seat only gets a view.
OFFERED_BOTS = tuple(name for entry in ROSTER.values() for name in entry.offered)
# `team` alone means its level 3.
SEATED_BOTS = tuple(dict.fromkeys((*OFFERED_BOTS, *(name for name, entry in ROSTER.items() if entry.offered))))

# It understands clues, and it notices partners without conventions (docs/players.md, "Who suits whom").
RECOMMENDED_BOT = "team:1"

# First names that work in many languages and do not sound like types of bots.
NAMES = (
    "Mira", "Leo", "Nora", "Oskar", "Alma", "Hugo", "Vera", "Jonas", "Ines", "Felix",
    "Clara", "Anton", "Eva", "Tomas", "Lena", "Milo", "Sofia", "Adam", "Iris", "Emil",
)  # fmt: skip


def check_bot(name: str) -> str:
    if name not in SEATED_BOTS:
        raise Refused("no_such_bot", legal=list(OFFERED_BOTS))
    return name


def bot_name(table: Table, seat: int) -> str:
    """A first name that nobody at the table has. It depends only on table and seat."""
    names = {occupant.name for place, occupant in enumerate(table.occupants) if place != seat}
    start = zlib.crc32(f"{table.id} {seat}".encode()) % len(NAMES)
    return next(name for name in NAMES[start:] + NAMES[:start] if name not in names)
