"""Another game for the same people (`live/registry.py` opens its table)."""

from hanabi.server.tables.feature import Command, EventDocument, StoredEvent, Table, applies


class Rematch(Command, frozen=True, tag="rematch"):
    """After the end: open a new table for the same people. Later requests get the same table."""


class RematchOpened(StoredEvent, frozen=True, tag="rematch_opened"):
    log_room = "reserved"
    table: str


class RematchEvent(EventDocument, tag="rematch"):
    table: str


@applies(RematchOpened)
def _opened(table: Table, event: RematchOpened) -> list[EventDocument]:
    table.rematch = event.table
    return [RematchEvent(table=event.table)]
