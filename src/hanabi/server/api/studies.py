"""Studies: finished games with variations and comments, imported games, and positions for trying moves."""

import secrets
from dataclasses import replace
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from hanabi.records import Record, loads
from hanabi.server.api.resource import Refused, Request, Resource, Response, hashed, json_response, route
from hanabi.server.api.shared_bodies import ExportFormat, Frame, GameExport, Replay, RuleValues, SeatOrAll
from hanabi.server.archive.documents import lines_document, opened_record, position_document
from hanabi.server.archive.studies import Lines, StudyTitle, Variation
from hanabi.server.game_access import GameReference, LineNumber, ReferencedGame, referenced_game, visible_study
from hanabi.server.tables import ActionCount, ActionText, clean_name
from hanabi.server.tables.features.play import Choice

MAX_BODY = 96 * 1024
StudyToken = Annotated[str, Meta(min_length=8, max_length=100)]
Revision = Annotated[int, Meta(ge=0, lt=2**31)]


class PositionRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The first `after` actions of the game, then `actions`, then a legal `choice`."""

    of: GameReference
    after: ActionCount = 0
    actions: Annotated[list[ActionText], Meta(max_length=200)] = field(default_factory=list)
    choice: Choice | None = None


class PositionResponse(Struct, frozen=True):
    """`action` is the choice in the notation of records. The view shows all hands and the legal actions."""

    action: str | None
    frame: Frame


class NewStudy(Struct, frozen=True, forbid_unknown_fields=True):
    of: GameReference
    title: StudyTitle = ""
    lines: Lines = field(default_factory=list)


class GameImport(Struct, frozen=True, forbid_unknown_fields=True):
    """A game record, or JSON, a link or a seed of hanab.live."""

    text: Annotated[str, Meta(min_length=1, max_length=60_000)]
    title: StudyTitle = ""


class StudyCreated(Struct, frozen=True):
    """Anyone with the token may change the study: `/study/{study}#{token}`."""

    study: str
    token: str


class StudyResponse(Struct, frozen=True):
    """`table` is the table where the game was played, if any; `yours`: this browser or account may change it."""

    study: str
    title: str
    players: list[str]
    rules: RuleValues
    actions: list[str]
    lines: list[Variation]
    revision: int
    updated_at: float
    table: str | None
    yours: bool


class StudyChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A change to `revision`; needs the `token` unless the study is yours."""

    revision: Revision
    title: StudyTitle = ""
    lines: Lines = field(default_factory=list)
    token: StudyToken | None = None


class StudyChanged(Struct, frozen=True):
    revision: int


class LineReplayParameters(Struct, frozen=True):
    seat: SeatOrAll = "all"
    line: LineNumber = 0


class LineExportParameters(Struct, frozen=True):
    format: ExportFormat = field(name="as", default="record")
    line: LineNumber = 0


class StudiesResource(Resource):
    @route(
        "POST",
        "/api/positions",
        summary="A position of a finished game, and its legal actions",
        takes=PositionRequest,
        gives=PositionResponse,
        refuses=(404,),
    )
    async def show_position(self, request: Request) -> Response:
        """`of` is `{"table"}` or `{"study", "line"}`. All hands are open; `legal` is for the player to move."""
        body = await self.body(request, PositionRequest, MAX_BODY)
        record = (await referenced_game(self.context, request, body.of)).record
        choice = None if body.choice is None else msgspec.json.encode(body.choice)
        return await self.context.workers.response(
            request, position_document, record.dumps(), body.after, body.actions, choice
        )

    @route(
        "POST",
        "/api/studies",
        summary="Save a game with variations",
        takes=NewStudy,
        gives=StudyCreated,
        status=201,
        refuses=(404,),
    )
    async def create_study(self, request: Request) -> Response:
        """Open it at `/study/{study}`; change it with the token."""
        body = await self.body(request, NewStudy, MAX_BODY)
        game = await referenced_game(self.context, request, body.of)
        return await self._create(request, game, body.title, body.lines)

    @route(
        "POST",
        "/api/open",
        summary="Import a game: a record, hanab.live JSON, a link or a seed",
        takes=GameImport,
        gives=StudyCreated,
        status=201,
        refuses=(403,),
    )
    async def import_game(self, request: Request) -> Response:
        """It becomes a study; a refusal names the invalid field in `detail`. Deals of running events are refused."""
        body = await self.body(request, GameImport, MAX_BODY)
        record = loads((await self.context.workers.run(request, opened_record, body.text)).decode())
        await self.context.sealed_deals.check(record.deck, await self.context.actor(request))
        record = replace(record, players=tuple(map(clean_name, record.players)))
        return await self._create(request, ReferencedGame(record, None, None), body.title, [])

    async def _create(self, request: Request, game: ReferencedGame, title: str, lines: list[Variation]) -> Response:
        self.enforce_limit(request, "new_studies")
        checked_lines = await self._checked(request, game.record, lines)
        actor, key = await self.actor_or_new(request)
        token = secrets.token_urlsafe(16)
        study = await self.context.studies.create(
            game.record, title, checked_lines, actor, hashed(token), origin=game.table, daily=game.daily
        )
        return self.with_cookie(request, json_response(StudyCreated(study, token), 201), key)

    async def _checked(self, request: Request, record: Record, lines: list[Variation]) -> bytes:
        text = msgspec.json.encode(lines)
        return await self.context.workers.run(request, lines_document, record.dumps(), text)

    @route("GET", "/api/studies/{study}", summary="A study", gives=StudyResponse, refuses=(403,))
    async def show_study(self, request: Request) -> Response:
        study = await visible_study(self.context, request, request.path_params["study"])
        actor = await self.context.actor(request)
        record = study.record
        response = StudyResponse(
            study=study.id,
            title=study.title,
            players=list(record.players),
            rules=record.rules.to_dict(),
            actions=list(record.actions),
            lines=study.lines,
            revision=study.revision,
            updated_at=study.updated_at,
            table=study.origin,
            yours=study.is_open_to(actor),
        )
        return json_response(response)

    @route(
        "PUT",
        "/api/studies/{study}",
        summary="Change a study",
        takes=StudyChange,
        gives=StudyChanged,
    )
    async def change_study(self, request: Request) -> Response:
        """Refused as `stale_study` if somebody else changed it first."""
        body = await self.body(request, StudyChange, MAX_BODY)
        token_hash = None if body.token is None else hashed(body.token)
        study = await visible_study(self.context, request, request.path_params["study"], token_hash)
        if not study.is_open_to(await self.context.actor(request), token_hash):
            raise Refused("not_editor")
        lines = await self._checked(request, study.record, body.lines)
        revision = await self.context.studies.update(study, body.revision, body.title, lines)
        return json_response(StudyChanged(revision))

    @route(
        "GET",
        "/api/studies/{study}/replay",
        summary="A line of a study, step by step",
        gives=Replay,
        parameters=LineReplayParameters,
        refuses=(403,),
    )
    async def replay_line(self, request: Request) -> Response:
        """As for a table."""
        asked = self.parameters(request, LineReplayParameters)
        return await self.replay(request, (await self._game(request, asked.line)).dumps(), asked.seat)

    @route(
        "GET",
        "/api/studies/{study}/export",
        summary="A line of a study as a file or link",
        gives=GameExport,
        parameters=LineExportParameters,
        refuses=(403,),
    )
    async def export_line(self, request: Request) -> Response:
        """As for a table."""
        asked = self.parameters(request, LineExportParameters)
        return self.export(await self._game(request, asked.line), asked.format)

    async def _game(self, request: Request, line: int) -> Record:
        return (await visible_study(self.context, request, request.path_params["study"])).game(line)
