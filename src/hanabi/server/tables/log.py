"""The log of a table: numbered events that are only ever appended. Replaying them rebuilds the table.

Keys and tokens are hashed, but the deal's seed is stored in the clear: the log never leaves the server.
"""

import msgspec

from hanabi.server.database import Row
from hanabi.server.tables.feature import Entry, Refused, StoredEvent
from hanabi.server.tables.features import AnyStored

# The limits of a table's log; talk is refused first.
MAX_EVENTS, MAX_BYTES = 2000, 400_000
# Extra room for events without which the game could not continue. Moves are never refused: the deck limits them.
RESERVE_EVENTS, RESERVE_BYTES = 1000, 100_000
_decoder = msgspec.json.Decoder(AnyStored)
_encoder = msgspec.json.Encoder()


def check_log(n: int, size: int, event: StoredEvent) -> None:
    """Raises Refused if a log with newest event `n` and `size` bytes has no room for this event."""
    if n < MAX_EVENTS and size < MAX_BYTES:
        return
    is_reserved = event.log_room == "reserved" and n < MAX_EVENTS + RESERVE_EVENTS and size < MAX_BYTES + RESERVE_BYTES
    if not is_reserved and event.log_room != "unlimited":
        raise Refused("log_full")


def row_of(table: str, entry: Entry) -> Row:
    return Row(table, entry.n, entry.at, encoded_event(entry.event).decode(), entry.command)


def entry_of(row: Row) -> Entry:
    return Entry(row.n, row.at, decoded_event(row.body), row.command)


def encoded_event(event: StoredEvent) -> bytes:
    return _encoder.encode(event)


def decoded_event(body: bytes | str) -> StoredEvent:
    return _decoder.decode(body)
