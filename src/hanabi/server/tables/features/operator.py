"""What the operator of the server does to a table (`people/moderation.py`)."""

from hanabi.server.tables.feature import EventDocument, StoredEvent, Table, applies


class ClosedByOperator(StoredEvent, frozen=True, tag="closed"):
    """An operator has closed the table for everybody."""

    reason: str = ""


class ClosedEvent(EventDocument, tag="closed"):
    """An operator has closed the table; its sockets close with 4014."""

    reason: str


@applies(ClosedByOperator)
def _closed(table: Table, event: ClosedByOperator) -> list[EventDocument]:
    table.closed = event.reason
    return [ClosedEvent(reason=event.reason)]


class HiddenByOperator(StoredEvent, frozen=True, tag="hidden"):
    """An operator has removed the table from all lists, or put it back."""

    hidden: bool = True


@applies(HiddenByOperator)
def _hidden(table: Table, event: HiddenByOperator) -> list[EventDocument]:
    table.hidden = event.hidden
    return []
