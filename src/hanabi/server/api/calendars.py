"""The deadlines of an account's correspondence games, for calendar programs."""

from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from hanabi.server.actor import Actor
from hanabi.server.api.resource import Resource
from hanabi.server.http.responses import json_response
from hanabi.server.http.routes import route
from hanabi.server.live.driver import time_left
from hanabi.server.live.lobby import HeldSeat, held_seats
from hanabi.server.notify.calendar import CalendarEntry, calendar_document
from hanabi.server.refusals import Refused
from hanabi.texts import LANGUAGES, join, say

# With less time than that for a move, or for the whole game, nobody looks into a calendar.
LEAST_SECONDS = 3600
# An entry lasts so long, until the deadline.
SHOWN_SECONDS = 1800.0


class NewCalendar(Struct, frozen=True, forbid_unknown_fields=True):
    language: Annotated[str, Meta(max_length=8)] = "en"


class CalendarLink(Struct, frozen=True):
    """`path` has the secret; it is told here only."""

    path: str


class CalendarState(Struct, frozen=True):
    """`made_at` is null without a calendar."""

    made_at: float | None


class CalendarsResource(Resource):
    @route("GET", "/api/account/calendar", summary="Whether there is a calendar", gives=CalendarState, refuses=(401,))
    async def show_calendar(self, request: Request) -> Response:
        account, _ = await self.account(request)
        return json_response(CalendarState(await self.context.calendars.made_at(account)))

    @route(
        "POST",
        "/api/account/calendar",
        summary="A secret address of a calendar",
        takes=NewCalendar,
        gives=CalendarLink,
        status=201,
        refuses=(400, 401),
    )
    async def make_calendar(self, request: Request) -> Response:
        """Whoever has it reads when which of one's games waits for whom, and nothing else. The former one is void."""
        body = await self.body(request, NewCalendar)
        account, _ = await self.account(request)
        if body.language not in LANGUAGES:
            raise Refused("malformed", detail="language")
        self.count(request, "subscriptions")
        token = await self.context.calendars.renew(account, body.language)
        return json_response(CalendarLink(f"/calendar/{token}.ics"), 201)

    @route("DELETE", "/api/account/calendar", summary="No calendar any more", status=204, refuses=(401,))
    async def revoke_calendar(self, request: Request) -> Response:
        account, _ = await self.account(request)
        await self.context.calendars.revoke(account)
        return Response(status_code=204)

    @route("GET", "/calendar/{token}.ics", summary="A calendar (RFC 5545)", refuses=(404,), in_openapi=False)
    async def read_calendar(self, request: Request) -> Response:
        """An entry for each running game of the account where somebody's turn ends at a time: its owner's turns take
        time, those of others are shown as free.
        """
        feed = await self.context.calendars.find(request.path_params["token"])
        if feed is None:
            raise Refused("no_such_page")
        actor, lang = Actor(None, feed.account_id), feed.language
        seats = await self.query(lambda connection: held_seats(connection, actor))
        origin = f"{request.url.scheme}://{request.url.netloc}"
        timed = [held for held in seats if is_timed(held)]
        entries = [entry for held in timed if (entry := await self._entry(held, lang, origin)) is not None]
        return Response(calendar_document("Hanabi", entries), media_type="text/calendar")

    async def _entry(self, held: HeldSeat, lang: str, origin: str) -> CalendarEntry | None:
        """None where no time runs now."""
        live = await self.live_table(held.table.id)
        table, game = live.table, live.table.game
        left = time_left(live) if game is not None else None
        if game is None or game.player is None or left is None or not table.occupants[game.player].is_human:
            return None
        deadline = self.context.registry.store.now() + max(0.0, left)
        mine = game.player == held.seat
        player = table.occupants[game.player].name or ""
        title = say("calendar.turn", lang) if mine else say("calendar.waiting", lang, player=player)
        url = f"{origin}/t/{table.id}"
        names = join([one.name for one in table.occupants if one.name], lang)
        text = "\n".join(filter(None, [table.options.title, say("preview.players", lang, names=names), url]))
        start, changed = deadline - SHOWN_SECONDS, table.changed_at
        return CalendarEntry(f"{table.id}@hanabi", start, deadline, changed, title, text, url, mine)


def is_timed(held: HeldSeat) -> bool:
    clock = held.table.clock
    return held.table.phase == "playing" and clock["kind"] != "none" and clock["seconds"] >= LEAST_SECONDS
