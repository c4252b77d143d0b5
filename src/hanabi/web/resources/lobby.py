"""Public tables, and what is shown of one table."""

from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Select, select
from starlette.requests import Request
from starlette.responses import Response

from hanabi.tables.command_handlers import Refused
from hanabi.tables.store.schema import tables
from hanabi.web.resource import Resource
from hanabi.web.responses import json_response
from hanabi.web.routes import route

# The longest list of tables in a response.
MAX_TABLES = 100


class SeatSummary(Struct, frozen=True):
    name: str | None
    kind: Literal["empty", "human", "bot"]


class TableSummary(Struct, frozen=True):
    id: str
    title: str
    phase: Literal["setup", "playing", "over", "closed"]
    created_at: float
    updated_at: float
    players: int
    seats: list[SeatSummary]
    rules: dict[str, Any]
    by_the_book: bool
    communication: str
    clock: dict[str, Any]
    spectators: str
    over: dict[str, Any] | None
    player: int | None = None
    daily: str | None = None


class TableList(Struct, frozen=True):
    tables: list[TableSummary]


class LobbyResource(Resource):
    @route("GET", "/api/tables", summary="Public tables, open and running", gives=TableList)
    async def list_tables(self, request: Request) -> Response:
        return json_response(TableList(await self.query(_open_tables)))

    @route("GET", "/api/tables/{table}", summary="One table", gives=TableSummary, refuses=(404,))
    async def show_table(self, request: Request) -> Response:
        """As the lobby shows it."""
        wanted = select(tables.c.summary).where(tables.c.id == request.path_params["table"])
        found = await self.query(lambda connection: connection.execute(wanted).scalar())
        if found is None:
            raise Refused("no_such_table")
        return json_response(decode_summary(found))


def _open_tables(connection: Connection) -> list[TableSummary]:
    public = select(tables.c.summary).where(tables.c.public, tables.c.phase.in_(("setup", "playing")))
    return newest_summaries(connection, public)


def newest_summaries(connection: Connection, wanted: Select[tuple[str]]) -> list[TableSummary]:
    found = connection.execute(wanted.order_by(tables.c.updated_at.desc()).limit(MAX_TABLES))
    return [decode_summary(row.summary) for row in found]


def decode_summary(text: str) -> TableSummary:
    return msgspec.json.decode(text, type=TableSummary)
