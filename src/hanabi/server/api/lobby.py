"""Public tables, and what is shown of one table."""

from collections import Counter
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Select, select
from starlette.requests import Request
from starlette.responses import Response

from hanabi.server.api.resource import Resource
from hanabi.server.database.schema import tables
from hanabi.server.http.responses import json_response
from hanabi.server.http.routes import route
from hanabi.server.refusals import Refused

# The longest list of tables in a response.
MAX_TABLES = 100
# Open tables that are considered for it, in each phase: those where somebody was last.
MAX_CONSIDERED = 1000
# Somebody was at a table so many seconds ago: they are there, as it is stored every minute; or it is not abandoned.
PRESENT_SECONDS, LISTED_SECONDS = 150.0, 6 * 3600.0


class SeatSummary(Struct, frozen=True):
    name: str | None
    kind: Literal["empty", "human", "bot"]


class TableSummary(Struct, frozen=True):
    """`watching`: so many spectators are there. Where they see the game later, `player` is told to players only."""

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
    spectator_delay: int = 0
    watching: int = 0


class TableList(Struct, frozen=True):
    tables: list[TableSummary]


class LobbyResource(Resource):
    @route("GET", "/api/tables", summary="Public tables, open and running", gives=TableList)
    async def list_tables(self, request: Request) -> Response:
        """Those where somebody is come first; where nobody has been for hours they are not shown."""
        now, most = self.context.registry.store.now(), self.context.settings.limits.listed
        return json_response(TableList(await self.query(lambda connection: open_tables(connection, now, most))))

    @route("GET", "/api/tables/{table}", summary="One table", gives=TableSummary, refuses=(404,))
    async def show_table(self, request: Request) -> Response:
        """As the lobby shows it."""
        wanted = select(tables.c.summary).where(tables.c.id == request.path_params["table"])
        found = await self.query(lambda connection: connection.execute(wanted).scalar())
        if found is None:
            raise Refused("no_such_table")
        return json_response(_for_everybody(decode_summary(found)))

    @route("GET", "/api/watch", summary="Running public games to watch", gives=TableList)
    async def list_games(self, request: Request) -> Response:
        """The most followed first; only those where somebody is."""
        now, most = self.context.registry.store.now(), self.context.settings.limits.listed
        return json_response(TableList(await self.query(lambda connection: watchable_tables(connection, now, most))))


def open_tables(
    connection: Connection, now: float, most_of_one: int, seen_since: float = LISTED_SECONDS
) -> list[TableSummary]:
    """At most so many that were opened from one address, so that nobody pushes other people's tables out; 0: any."""
    rows: list[Any] = []
    columns = select(tables.c.id, tables.c.opened_from, tables.c.updated_at, tables.c.seen_at)
    for phase in ("setup", "playing"):
        listed = columns.where(tables.c.phase == phase, tables.c.public.is_(True), tables.c.seen_at > now - seen_since)
        rows += connection.execute(listed.order_by(tables.c.seen_at.desc()).limit(MAX_CONSIDERED))
    rows.sort(key=lambda row: (row.seen_at > now - PRESENT_SECONDS, row.updated_at), reverse=True)
    shown: list[str] = []
    counts: Counter[str] = Counter()
    for row in rows:
        if row.opened_from is not None and most_of_one:
            counts[row.opened_from] += 1
            if counts[row.opened_from] > most_of_one:
                continue
        shown.append(row.id)
        if len(shown) == MAX_TABLES:
            break
    found = connection.execute(select(tables.c.id, tables.c.summary).where(tables.c.id.in_(shown)))
    summaries = {row.id: row.summary for row in found}
    return [_for_everybody(decode_summary(summaries[table_id])) for table_id in shown]


def watchable_tables(connection: Connection, now: float, most_of_one: int) -> list[TableSummary]:
    """A daily deal is shown to nobody who has not played it."""
    running = [
        table
        for table in open_tables(connection, now, most_of_one, PRESENT_SECONDS)
        if table.phase == "playing" and table.spectators != "none" and table.daily is None
    ]
    return sorted(running, key=lambda table: table.watching, reverse=True)


def _for_everybody(table: TableSummary) -> TableSummary:
    return msgspec.structs.replace(table, player=None) if table.spectator_delay else table


def newest_summaries(connection: Connection, wanted: Select[tuple[str]]) -> list[TableSummary]:
    found = connection.execute(wanted.order_by(tables.c.updated_at.desc()).limit(MAX_TABLES))
    return [decode_summary(row.summary) for row in found]


def decode_summary(text: str) -> TableSummary:
    return msgspec.json.decode(text, type=TableSummary)
