"""Reports to those who run the server, about a table, somebody's name or something that was said."""

import time
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from sqlalchemy import insert
from starlette.requests import Request
from starlette.responses import Response

from hanabi.server.api.resource import Resource
from hanabi.server.api.tables import TABLE_REFUSALS
from hanabi.server.database.schema import reports
from hanabi.server.game_access import GameId
from hanabi.server.http.routes import route
from hanabi.server.refusals import Refused
from hanabi.server.tables import stored_events
from hanabi.server.tables.names import clean_line
from hanabi.server.tables.options import SeatNumber
from hanabi.server.tables.stored_events import entry_of
from hanabi.server.tables.table import Table


class AbuseReport(Struct, frozen=True, forbid_unknown_fields=True):
    """About a table: one of its seats, or a message (`event` is its `n`), or the whole of it."""

    table: GameId
    reason: Literal["insult", "name", "cheating", "spam", "other"]
    seat: SeatNumber | None = None
    event: Annotated[int, Meta(ge=0, le=999_999)] | None = None
    text: Annotated[str, Meta(max_length=500)] = ""


class ReportsResource(Resource):
    @route(
        "POST",
        "/api/reports",
        summary="Report a table, a player or a message",
        takes=AbuseReport,
        status=204,
        refuses=TABLE_REFUSALS,
    )
    async def report(self, request: Request) -> Response:
        """Read by those who run the server."""
        body = await self.body(request, AbuseReport)
        self.count(request, "reports")
        actor = await self.context.actor(request)
        live = await self.live_table(body.table)
        seat, quoted = body.seat, live.table.options.title
        if body.event is not None:
            seat, quoted = await self._message(body.table, body.event)
        elif seat is not None:
            quoted = _name(live.table, seat)
        row: dict[str, Any] = {
            "made_at": time.time(),
            "table_id": body.table,
            "seat": seat,
            "event": body.event,
            "reason": body.reason,
            "text": clean_line(body.text),
            "quoted": quoted,
            "reporter": actor.key,
            "reporter_account": actor.account,
        }
        await self.context.registry.store.cold(lambda connection: connection.execute(insert(reports).values(**row)))
        return Response(status_code=204)

    async def _message(self, table: str, n: int) -> tuple[int, str]:
        """Who said it, and what it was."""
        rows = await self.context.registry.store.read(table, n - 1)
        event = entry_of(rows[0]).event if rows else None
        if not isinstance(event, stored_events.Said):
            raise Refused("no_such_event")
        return event.seat, event.text or event.phrase or ""


def _name(table: Table, seat: int) -> str:
    if seat >= len(table.occupants):
        raise Refused("no_such_seat", seats=list(range(len(table.occupants))))
    return table.occupants[seat].name or ""
