"""The visitor: seats, account and finished games."""

from msgspec import Struct
from sqlalchemy import Connection, select
from starlette.requests import Request
from starlette.responses import Response

from hanabi.server.actor import Actor
from hanabi.server.api.invitations import ReceivedInvitation, received
from hanabi.server.api.lobby import MAX_TABLES, TableSummary, decode_summary
from hanabi.server.api.resource import Resource
from hanabi.server.archive.player_statistics import GameStatistics, own_statistics
from hanabi.server.archive.recent_seats import newest_held
from hanabi.server.database.schema import tables
from hanabi.server.http.responses import json_response
from hanabi.server.http.routes import route


class HeldSeat(Struct, frozen=True):
    seat: int
    your_turn: bool
    table: TableSummary


class Me(Struct, frozen=True):
    account: str | None
    seats: list[HeldSeat]
    invitations: list[ReceivedInvitation]


class MeResource(Resource):
    @route("GET", "/api/me", summary="This visitor's seats", gives=Me)
    async def show_visitor(self, request: Request) -> Response:
        """Also the name of the account, if there is one, and the invitations that wait for it."""
        actor = await self.context.actor(request)
        name = None if actor.account is None else await self.context.accounts.name_of(actor.account)
        seats = await self.query(lambda connection: held_seats(connection, actor))
        waiting = [] if actor.account is None else await self.context.invitations.waiting(actor.account)
        key = None if actor.key is not None else await self.context.keys.new()
        return self.with_cookie(request, json_response(Me(name, seats, list(map(received, waiting)))), key)

    @route("GET", "/api/me/games", summary="This visitor's finished games in numbers", gives=GameStatistics)
    async def count_games(self, request: Request) -> Response:
        """By edition, players, partners and bots; scores; where points were lost."""
        actor = await self.context.actor(request)
        return json_response(await self.query(lambda connection: own_statistics(connection, actor)))


def held_seats(connection: Connection, actor: Actor) -> list[HeldSeat]:
    """The seats of a browser or an account, those of the newest tables first."""
    held = newest_held(connection, actor, MAX_TABLES)
    shown = tables.c.id.in_({row.table_id for row in held}), tables.c.phase != "closed"
    wanted = select(tables.c.id, tables.c.summary).where(*shown)
    found = {row.id: decode_summary(row.summary) for row in connection.execute(wanted)}
    seats = [(row.seat, found[row.table_id]) for row in held if row.table_id in found]
    return [HeldSeat(seat, table.player == seat, table) for seat, table in seats]
