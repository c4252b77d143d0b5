"""Deadlines of an account's correspondence games, as a calendar feed."""

from typing import Annotated

from msgspec import Meta, Struct

from hanabi.server.api.resource import Actor, Refused, Request, Resource, Response, json_response, route
from hanabi.server.live.lobby import HeldSeat, held_seats
from hanabi.server.people.calendars import CalendarEntry, calendar_document
from hanabi.texts import LANGUAGES, join, say

# Games with a shorter time control are not in the calendar.
MIN_CLOCK_SECONDS = 3600
# The length of an entry, which ends at the deadline.
ENTRY_SECONDS = 1800.0


class NewCalendar(Struct, frozen=True, forbid_unknown_fields=True):
    language: Annotated[str, Meta(max_length=8)] = "en"


class CalendarLink(Struct, frozen=True):
    """`path` contains the secret; it is only shown here."""

    path: str


class CalendarState(Struct, frozen=True):
    """`made_at` is null without a calendar."""

    made_at: float | None


class CalendarsResource(Resource):
    @route("GET", "/api/account/calendar", summary="Whether you have a calendar", gives=CalendarState, refuses=(401,))
    async def show_calendar(self, request: Request) -> Response:
        account, _ = await self.account(request)
        return json_response(CalendarState(await self.context.calendars.made_at(account)))

    @route(
        "POST",
        "/api/account/calendar",
        summary="Create a calendar with a secret address",
        takes=NewCalendar,
        gives=CalendarLink,
        status=201,
        refuses=(401,),
    )
    async def make_calendar(self, request: Request) -> Response:
        """It tells whom your games wait for and until when, and nothing else. The previous address becomes invalid."""
        body = await self.body(request, NewCalendar)
        account, _ = await self.account(request)
        if body.language not in LANGUAGES:
            raise Refused("malformed", detail="language")
        self.enforce_limit(request, "subscriptions")
        token = await self.context.calendars.renew(account, body.language)
        return json_response(CalendarLink(f"/calendar/{token}.ics"), 201)

    @route("DELETE", "/api/account/calendar", summary="Delete the calendar", status=204, refuses=(401,))
    async def revoke_calendar(self, request: Request) -> Response:
        account, _ = await self.account(request)
        await self.context.calendars.revoke(account)
        return Response(status_code=204)

    @route("GET", "/calendar/{token}.ics", summary="A calendar (RFC 5545)", in_openapi=False)
    async def read_calendar(self, request: Request) -> Response:
        """One entry per running game of the account whose current turn has a deadline. Your own turns are shown as
        busy, the turns of others as free.
        """
        feed = await self.context.calendars.find(request.path_params["token"])
        if feed is None:
            raise Refused("no_such_page")
        actor, lang = Actor(None, feed.account_id), feed.language
        seats = await self.query(lambda connection: held_seats(connection, actor))
        origin = self.context.origin_of(request)
        timed = [held for held in seats if is_timed(held)]
        entries = [entry for held in timed if (entry := await self._entry(held, lang, origin)) is not None]
        return Response(calendar_document("Hanabi", entries), media_type="text/calendar")

    async def _entry(self, held: HeldSeat, lang: str, origin: str) -> CalendarEntry | None:
        """None if no clock is running."""
        live = await self.live_table(held.table.id)
        table, game = live.table, live.table.game
        left = live.clock.time_left()
        if game is None or game.player is None or left is None or not table.occupants[game.player].is_human:
            return None
        deadline = self.context.registry.store.now() + max(0.0, left)
        is_own_turn = game.player == held.seat
        player = table.occupants[game.player].name or ""
        title = say("calendar.turn", lang) if is_own_turn else say("calendar.waiting", lang, player=player)
        url = f"{origin}/t/{table.id}"
        names = join([one.name for one in table.occupants if one.name], lang)
        text = "\n".join(filter(None, [table.options.title, say("preview.players", lang, names=names), url]))
        start, changed = deadline - ENTRY_SECONDS, table.changed_at
        return CalendarEntry(f"{table.id}@hanabi", start, deadline, changed, title, text, url, is_own_turn)


def is_timed(held: HeldSeat) -> bool:
    clock = held.table.clock
    return held.table.phase == "playing" and clock["kind"] != "none" and clock["seconds"] >= MIN_CLOCK_SECONDS
