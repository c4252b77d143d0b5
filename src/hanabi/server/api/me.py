"""The visitor: seats, account and finished games."""

from msgspec import Struct

from hanabi.server.api.resource import Request, Resource, Response, json_response, route
from hanabi.server.archive.player_statistics import GameStatistics, own_statistics
from hanabi.server.live.lobby import HeldSeat, held_seats
from hanabi.server.people.invitations import Invitation


class Me(Struct, frozen=True):
    account: str | None
    seats: list[HeldSeat]
    invitations: list[Invitation]


class MeResource(Resource):
    @route("GET", "/api/me", summary="Your seats", gives=Me)
    async def show_visitor(self, request: Request) -> Response:
        """Also the name of your account, if you have one, and your invitations."""
        actor = await self.context.actor(request)
        name = None if actor.account is None else await self.context.accounts.name_of(actor.account)
        seats = await self.query(lambda connection: held_seats(connection, actor))
        waiting = [] if actor.account is None else await self.context.invitations.waiting(actor.account)
        key = None if actor.key is not None else await self.context.keys.new()
        return self.with_cookie(request, json_response(Me(name, seats, waiting)), key)

    @route("GET", "/api/me/games", summary="Statistics of your finished games", gives=GameStatistics)
    async def count_games(self, request: Request) -> Response:
        """By edition, players, partners and bots; scores; where points were lost."""
        actor = await self.context.actor(request)
        return json_response(await self.query(lambda connection: own_statistics(connection, actor)))
