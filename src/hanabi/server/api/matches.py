"""Play with people: look for others, see how the search stands, stop it."""

from typing import Annotated

from msgspec import Meta, Struct

from hanabi.server.api.resource import Request, Resource, Response, json_response, route
from hanabi.server.people.matchmaker import Pace, Waiting
from hanabi.server.tables import checked_name
from hanabi.server.tables.options import PlayerName


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """`players`: 0 for any number. `pace`: ten or thirty minutes for each player, or a day for each move. `bots`: after
    a minute they take the empty seats; `at_once`: they take them now."""

    players: Annotated[int, Meta(ge=0, le=5)] = 0
    pace: Pace = "relaxed"
    bots: bool = True
    at_once: bool = False
    language: Annotated[str, Meta(max_length=8)] = "en"
    name: PlayerName = "Player"


class MatchesResource(Resource):
    @route("POST", "/api/match", summary="Look for players", takes=Wish, gives=Waiting)
    async def look_for_players(self, request: Request) -> Response:
        """Again with another wish: you keep your place. People with the same language and a similar level come first.
        You lose your place if you do not ask for a minute; in the list for slow games it is kept for a week.
        """
        body = await self.body(request, Wish)
        name = checked_name(body.name)
        self.enforce_limit(request, "new_tables")
        actor, key = await self.actor_or_new(request)
        players = 2 if body.players == 1 else body.players
        await self.context.matchmaker.seek(
            actor,
            name,
            players=players,
            pace=body.pace,
            language=body.language,
            bots=body.bots,
            at_once=body.at_once,
        )
        return self.with_cookie(request, json_response(await self.context.matchmaker.state(actor)), key)

    @route("GET", "/api/match", summary="How the search for players stands", gives=Waiting)
    async def show_search(self, request: Request) -> Response:
        """Ask while you wait; with `table`, your game has begun."""
        return json_response(await self.context.matchmaker.state(await self.context.actor(request)))

    @route("DELETE", "/api/match", summary="Stop looking for players", status=204)
    async def stop_looking(self, request: Request) -> Response:
        await self.context.matchmaker.stop(await self.context.actor(request))
        return Response(status_code=204)
