"""Reports to the operators, about a table, a player's name or something that was said."""

import time
from typing import Any

from sqlalchemy import insert

from hanabi.server.actor import Actor
from hanabi.server.database import Store
from hanabi.server.database.schema import reports
from hanabi.server.refusals import Refused
from hanabi.server.tables import Table, clean_line, entry_of, stored_events


class Reports:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, table: Table, actor: Actor, reason: str, text: str, *, seat: int | None, n: int | None) -> None:
        """About a seat, about the message with number `n`, or about the whole table. Raises Refused."""
        quoted = table.options.title
        if n is not None:
            seat, quoted = await self._message(table.id, n)
        elif seat is not None:
            quoted = _name(table, seat)
        row: dict[str, Any] = {
            "made_at": time.time(),
            "table_id": table.id,
            "seat": seat,
            "event": n,
            "reason": reason,
            "text": clean_line(text),
            "quoted": quoted,
            "reporter": actor.key,
            "reporter_account": actor.account,
        }
        await self._store.write(lambda connection: connection.execute(insert(reports).values(**row)))

    async def _message(self, table_id: str, n: int) -> tuple[int, str]:
        """The seat that said it, and its words."""
        rows = await self._store.read(table_id, n - 1)
        event = entry_of(rows[0]).event if rows else None
        if not isinstance(event, stored_events.Said):
            raise Refused("no_such_event")
        return event.seat, event.text or event.phrase or ""


def _name(table: Table, seat: int) -> str:
    if seat >= len(table.occupants):
        raise Refused("no_such_seat", seats=list(range(len(table.occupants))))
    return table.occupants[seat].name or ""
