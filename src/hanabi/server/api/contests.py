"""Events: announce one, enter it, play its deals, see the standings."""

from typing import Annotated

from msgspec import Meta, Struct

from hanabi.server.api.resource import Request, Resource, Response, json_response, route
from hanabi.server.archive.contests import documents
from hanabi.server.game_access import GameId
from hanabi.server.tables import checked_name, clean_line
from hanabi.server.tables.options import PlayerName


class ContestList(Struct, frozen=True):
    events: list[documents.ContestSummary]


class ContestAnnounced(Struct, frozen=True):
    event: str


class ContestEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """`team`: the name of your new team. `code`: of the team that you join. If the server makes the teams, neither."""

    name: PlayerName = "Player"
    team: Annotated[str, Meta(max_length=40)] = ""
    code: Annotated[str, Meta(max_length=16)] | None = None


class ContestTable(Struct, frozen=True):
    table: str


class StandingsParameters(Struct, frozen=True):
    event: GameId
    first: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class DealParameters(Struct, frozen=True):
    event: GameId
    deal: Annotated[int, Meta(ge=1, le=50)]
    first: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class ContestsResource(Resource):
    @route("GET", "/api/events", summary="Events", gives=ContestList)
    async def list_contests(self, request: Request) -> Response:
        """Those that run or will run, then those that ended in the last two months."""
        return json_response(ContestList(await self.context.contests.listed(await self.context.actor(request))))

    @route(
        "POST",
        "/api/events",
        summary="Announce an event",
        takes=documents.Announcement,
        gives=ContestAnnounced,
        status=201,
        refuses=(401,),
    )
    async def announce_contest(self, request: Request) -> Response:
        """With an account. The server commits to the deals at once and reveals their secret at the end."""
        plan = await self.body(request, documents.Announcement)
        account, _ = await self.account(request)
        self.enforce_limit(request, "new_tables")
        return json_response(ContestAnnounced(await self.context.contests.announce(account, plan)), 201)

    @route("GET", "/api/events/{event}", summary="One event", gives=documents.ContestDetails)
    async def show_contest(self, request: Request) -> Response:
        """Its rules and its commitment, and how your team stands."""
        actor = await self.context.actor(request)
        return json_response(await self.context.contests.details(actor, request.path_params["event"]))

    @route(
        "POST",
        "/api/events/{event}/entry",
        summary="Enter an event",
        takes=ContestEntry,
        gives=documents.ContestDetails,
    )
    async def enter_contest(self, request: Request) -> Response:
        """Each browser or account once."""
        body = await self.body(request, ContestEntry)
        name, contest = checked_name(body.name), request.path_params["event"]
        self.enforce_limit(request, "new_tables")
        actor, key = await self.actor_or_new(request)
        await self.context.contests.enter(actor, contest, name, clean_line(body.team), body.code)
        response = json_response(await self.context.contests.details(actor, contest))
        return self.with_cookie(request, response, key)

    @route("DELETE", "/api/events/{event}/entry", summary="Leave an event", status=204)
    async def leave_contest(self, request: Request) -> Response:
        """Only before your team has opened a deal."""
        await self.context.contests.leave(await self.context.actor(request), request.path_params["event"])
        return Response(status_code=204)

    @route("POST", "/api/events/{event}/play", summary="Play the next deal of an event", gives=ContestTable)
    async def play_contest(self, request: Request) -> Response:
        """The table of your team's next deal, which opens once for all of you, or of the deal that you are playing."""
        live = await self.context.contests.open_deal(await self.context.actor(request), request.path_params["event"])
        return json_response(ContestTable(live.table.id))

    @route(
        "GET",
        "/api/events/{event}/standings",
        summary="The standings of an event",
        gives=documents.StandingsPage,
        parameters=StandingsParameters,
    )
    async def show_standings(self, request: Request) -> Response:
        """Until the end only the deals count that your team has finished, and the others are hidden. With `first`, the
        places from there on.
        """
        asked = self.parameters(request, StandingsParameters)
        actor = await self.context.actor(request)
        return json_response(await self.context.contests.results.standings(actor, asked.event, asked.first))

    @route(
        "GET",
        "/api/events/{event}/deals/{deal}",
        summary="All games on a deal of an event",
        gives=documents.DealPage,
        parameters=DealParameters,
        refuses=(403,),
    )
    async def show_deal(self, request: Request) -> Response:
        """After the end of the event. With `first`, the places from there on."""
        asked = self.parameters(request, DealParameters)
        return json_response(await self.context.contests.results.games_on_deal(asked.event, asked.deal, asked.first))
