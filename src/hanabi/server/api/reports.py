"""Reports to the operators about a table, a name or a chat message."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hanabi.server.api.resource import Request, Resource, Response, route
from hanabi.server.game_access import GameId
from hanabi.server.tables import SeatNumber


class AbuseReport(Struct, frozen=True, forbid_unknown_fields=True):
    """About a whole table, one of its seats, or a message (`event` is its `n`)."""

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
        refuses=(404,),
    )
    async def report(self, request: Request) -> Response:
        """Operators of the server read it."""
        body = await self.body(request, AbuseReport)
        self.enforce_limit(request, "reports")
        actor = await self.context.actor(request)
        table = (await self.live_table(body.table)).table
        await self.context.reports.add(table, actor, body.reason, body.text, seat=body.seat, n=body.event)
        return Response(status_code=204)
