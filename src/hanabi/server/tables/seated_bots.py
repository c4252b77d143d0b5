"""The bots a table offers, and the names they go by."""

import zlib

from hanabi.server.tables.table import Table

# In the order of the list that a host chooses from: readable partners first, then those with a code of their own.
# A bot that looks at its own cards would need more than a view, and a seat only gets a view.
OFFERED_BOTS = ("simple", "team:1", "team:2", "team:3", "team:4", "team:search", "hat", "search", "random")
# `team` alone is its level 3.
SEATED_BOTS = (*OFFERED_BOTS, "team")

# Its clues mean no more than they say, so nobody has to know conventions. (`team`, which finds out that somebody knows
# none, scores half a point more with such a partner: docs/bots.md, "Who suits whom".)
RECOMMENDED_BOT = "simple"

# First names that are at home in many languages, and that nobody takes for a kind of bot.
NAMES = (
    "Mira", "Leo", "Nora", "Oskar", "Alma", "Hugo", "Vera", "Jonas", "Ines", "Felix",
    "Clara", "Anton", "Eva", "Tomas", "Lena", "Milo", "Sofia", "Adam", "Iris", "Emil",
)  # fmt: skip


def bot_name(table: Table, seat: int) -> str:
    """A first name that nobody at the table has; a seat of a table always gets the same."""
    taken = {occupant.name for place, occupant in enumerate(table.occupants) if place != seat}
    start = zlib.crc32(f"{table.id} {seat}".encode()) % len(NAMES)
    return next(name for name in NAMES[start:] + NAMES[:start] if name not in taken)
