"""The visitor: seats, account and finished games."""

from msgspec import Struct
from sqlalchemy import Connection, or_, select
from starlette.requests import Request
from starlette.responses import Response

from hanabi.tables.command_handlers import Actor
from hanabi.tables.finished.statistics import GameStatistics, own_statistics
from hanabi.tables.store.schema import holders, tables
from hanabi.web.resource import Resource
from hanabi.web.resources.lobby import MAX_TABLES, TableSummary, decode_summary
from hanabi.web.responses import json_response
from hanabi.web.routes import route


class HeldSeat(Struct, frozen=True):
    seat: int
    your_turn: bool
    table: TableSummary


class Me(Struct, frozen=True):
    account: str | None
    seats: list[HeldSeat]


class MeResource(Resource):
    @route("GET", "/api/me", summary="This visitor's seats", gives=Me)
    async def show_visitor(self, request: Request) -> Response:
        """Also the name of the account, if there is one."""
        actor = await self.context.actor(request)
        name = None if actor.account is None else await self.context.accounts.name_of(actor.account)
        seats = await self.query(lambda connection: held_seats(connection, actor))
        key = None if actor.key is not None else await self.context.keys.new()
        return self.with_cookie(request, json_response(Me(name, seats)), key)

    @route("GET", "/api/me/games", summary="This visitor's finished games in numbers", gives=GameStatistics)
    async def count_games(self, request: Request) -> Response:
        """By edition, players, partners and bots; scores; where points were lost."""
        actor = await self.context.actor(request)
        return json_response(await self.query(lambda connection: own_statistics(connection, actor)))


def held_seats(connection: Connection, actor: Actor) -> list[HeldSeat]:
    """The seats of a browser or an account, those of the newest tables first."""
    held = holders.c.key == (actor.key or "")
    if actor.account is not None:
        held = or_(held, holders.c.account_id == actor.account)
    joined = select(holders.c.seat, tables.c.summary).join(tables, tables.c.id == holders.c.table_id)
    wanted = (
        joined.where(held, tables.c.phase != "closed").order_by(tables.c.updated_at.desc()).distinct().limit(MAX_TABLES)
    )
    found = connection.execute(wanted.add_columns(tables.c.updated_at))
    seats = [(row.seat, decode_summary(row.summary)) for row in found]
    return [HeldSeat(seat, table.player == seat, table) for seat, table in seats]
