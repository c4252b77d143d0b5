"""Finished games: lists, scores, records, replays and exports."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from hanabi.records.record import RecordError, parse
from hanabi.rules import Card, editions
from hanabi.server.api.resource import Refused, Request, Resource, Response, json_response, route
from hanabi.server.api.shared_bodies import ExportFormat, GameExport, Replay, SeatOrAll, TableList
from hanabi.server.archive.totals import ScoreGroup, public_scores
from hanabi.server.game_access import finished_table
from hanabi.server.live.lobby import finished_tables


class PublicScores(Struct, frozen=True):
    games: list[ScoreGroup]


class ReplayParameters(Struct, frozen=True):
    seat: SeatOrAll = "all"


class ExportParameters(Struct, frozen=True):
    format: ExportFormat = field(name="as", default="record")


class RecordListParameters(Struct, frozen=True):
    before: Annotated[float, Meta(gt=-1e12, lt=1e12)] | None = None
    edition: Annotated[str, Meta(max_length=20)] | None = None


def _deck(text: str) -> list[Card]:
    """That of a record; of anything else, which is refused later, none."""
    try:
        return [Card.of(face) for face in parse(text)["deck"]]
    except (RecordError, TypeError, KeyError, ValueError):
        return []


class RecordsResource(Resource):
    @route(
        "GET",
        "/api/tables/{table}/record",
        summary="The record of a finished game",
        gives=dict[str, Any],
        refuses=(403,),
    )
    async def show_record(self, request: Request) -> Response:
        table_id = request.path_params["table"]
        record = (await finished_table(self.context, request, table_id)).record()
        response = Response(record.dumps() + "\n", media_type="application/json")
        response.headers["Content-Disposition"] = f'attachment; filename="hanabi-{table_id}.json"'
        return response

    @route(
        "GET",
        "/api/tables/{table}/replay",
        summary="A finished game, step by step",
        gives=Replay,
        parameters=ReplayParameters,
        refuses=(403,),
    )
    async def replay_table(self, request: Request) -> Response:
        """As a `seat` saw it, or with `all` hands open."""
        table = await finished_table(self.context, request, request.path_params["table"])
        return await self.replay(request, table.record().dumps(), self.parameters(request, ReplayParameters).seat)

    @route(
        "POST",
        "/api/replay",
        summary="Any record, step by step",
        takes=dict[str, Any],
        gives=Replay,
        parameters=ReplayParameters,
        refuses=(403,),
    )
    async def replay_record(self, request: Request) -> Response:
        try:
            text = (await self.raw_body(request)).decode()
        except UnicodeError as error:
            raise Refused("bad_record", detail=str(error)[:300]) from error
        await self.context.sealed_deals.check(_deck(text), await self.context.actor(request))
        return await self.replay(request, text, self.parameters(request, ReplayParameters).seat)

    @route(
        "GET",
        "/api/tables/{table}/export",
        summary="A finished game as a file or link",
        gives=GameExport,
        parameters=ExportParameters,
        refuses=(403,),
    )
    async def export_table(self, request: Request) -> Response:
        """As `record`, `hanab-live` (its JSON) or `link`; refused with the reason if hanab.live has no such rule."""
        table = await finished_table(self.context, request, request.path_params["table"])
        return self.export(table.record(), self.parameters(request, ExportParameters).format)

    @route("GET", "/api/records", summary="Finished public games", gives=TableList, parameters=RecordListParameters)
    async def list_records(self, request: Request) -> Response:
        """The newest first; for the next page, pass the last `updated_at` as `before`."""
        asked = self.parameters(request, RecordListParameters)
        if asked.edition is not None and asked.edition not in editions():
            raise Refused("malformed")
        finished = await self.query(lambda connection: finished_tables(connection, asked.before, asked.edition))
        return json_response(TableList(finished))

    @route("GET", "/api/statistics", summary="Scores of finished public games", gives=PublicScores)
    async def show_public_scores(self, request: Request) -> Response:
        """By edition, number of players and outcome."""
        return json_response(PublicScores(await self.query(public_scores)))
