"""Finished games tried differently, saved as studies, opened from elsewhere and written for elsewhere."""

import secrets

from starlette.requests import Request
from starlette.responses import Response

from hanabi.records.hanablive import NoCounterpart, remarks, to_json_text, to_link
from hanabi.records.loader import open_game
from hanabi.records.record import Record, RecordError
from hanabi.records.replay import replay
from hanabi.tables.command_handlers import Refused
from hanabi.tables.finished.studies import Study
from hanabi.tables.finished.variations import PositionExplorer
from hanabi.web import schemas
from hanabi.web import study_schemas as shapes
from hanabi.web.handlers import Endpoint, Handlers, address, answer, eyes_asked, replayed
from hanabi.web.identity import hashed

MOST_BYTES = 96 * 1024
ON_STUDY = (403, 404, 409)


class StudyApi(Handlers):
    async def position(self, request: Request) -> Response:
        wanted = await self.body(request, shapes.PositionRequest, MOST_BYTES)
        record, _, _ = await self.game_of(request, wanted.of)
        if wanted.after > len(record.actions):
            raise Refused("bad_line", detail=f"the game has {len(record.actions)} actions")
        trial = PositionExplorer(record, record.actions[: wanted.after])
        told = [trial.follow(wanted.after + place, text) for place, text in enumerate(wanted.actions)]
        action, happened = None, told[-1] if told else []
        if wanted.choice is not None:
            action, happened = trial.choose(wanted.choice)
        frame = trial.frame(happened)
        return answer(shapes.Positioned(action, shapes.Frame(frame["events"], frame["view"])))

    async def make(self, request: Request) -> Response:
        wanted = await self.body(request, shapes.NewStudy, MOST_BYTES)
        record, origin, daily = await self.game_of(request, wanted.of)
        return await self._made(request, record, wanted, origin, daily)

    async def open(self, request: Request) -> Response:
        wanted = await self.body(request, shapes.OpenGame, MOST_BYTES)
        try:
            record = open_game(wanted.text)
            replay(record)
        except RecordError as error:
            raise Refused("bad_record", detail=str(error)[:300]) from error
        return await self._made(request, record, shapes.NewStudy(shapes.GameOf(), wanted.title), None, None)

    async def _made(
        self, request: Request, record: Record, wanted: shapes.NewStudy, origin: str | None, daily: str | None
    ) -> Response:
        if not self.context.new_studies.take(address(request)):
            raise Refused("too_many")
        actor, fresh = await self.actor_or_new(request)
        token = secrets.token_urlsafe(16)
        study = await self.context.studies.make(
            record, wanted.title, wanted.lines, actor, hashed(token), origin=origin, daily=daily
        )
        return self.with_cookie(request, answer(shapes.StudyMade(study, token), 201), fresh)

    async def show(self, request: Request) -> Response:
        study = await self.study(request, request.path_params["study"])
        actor = await self.context.actor(request)
        record = study.record
        shown = shapes.StudyShown(
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
        return answer(shown)

    async def change(self, request: Request) -> Response:
        wanted = await self.body(request, shapes.StudyChange, MOST_BYTES)
        token = None if wanted.token is None else hashed(wanted.token)
        study = await self.study(request, request.path_params["study"], token)
        if not study.is_open_to(await self.context.actor(request), token):
            raise Refused("not_editor")
        return answer(
            shapes.StudyKept(await self.context.studies.keep(study, wanted.revision, wanted.title, wanted.lines))
        )

    async def replay(self, request: Request) -> Response:
        record = (await self._line(request))[1]
        return replayed(record, eyes_asked(request, len(record.players)))

    async def export(self, request: Request) -> Response:
        if "table" in request.path_params:
            table = await self.finished(request, request.path_params["table"])
            record = table.record()
        else:
            record = (await self._line(request))[1]
        return answer(_exported(record, request.query_params.get("as", "record")))

    async def _line(self, request: Request) -> tuple[Study, Record]:
        study = await self.study(request, request.path_params["study"])
        line = request.query_params.get("line", "0")
        if not line.isdecimal() or len(line) > 3:
            raise Refused("malformed")
        return study, study.game(int(line))


def _exported(record: Record, form: str) -> shapes.Exported:
    """Our record, hanab.live's JSON, or its link; what they have no counterpart for is refused with the reason."""
    try:
        if form == "record":
            return shapes.Exported(record.dumps(), [])
        if form == "hanab-live":
            return shapes.Exported(to_json_text(record), remarks(record, link=False))
        if form == "link":
            return shapes.Exported(to_link(record), remarks(record, link=True))
    except NoCounterpart as error:
        raise Refused("not_exportable", reason=error.reason, detail=str(error)[:300]) from error
    raise Refused("malformed")


def endpoints(api: StudyApi) -> list[Endpoint]:
    return [
        Endpoint(
            "POST",
            "/api/positions",
            api.position,
            "A position of a finished game, and what may be done there",
            shapes.PositionRequest,
            shapes.Positioned,
            refuses=ON_STUDY,
        ),
        Endpoint(
            "POST",
            "/api/studies",
            api.make,
            "Save a game with variations",
            shapes.NewStudy,
            shapes.StudyMade,
            201,
            (404,),
        ),
        Endpoint(
            "POST",
            "/api/open",
            api.open,
            "Open a game: a record, hanab.live's JSON, link or seed",
            shapes.OpenGame,
            shapes.StudyMade,
            201,
        ),
        Endpoint("GET", "/api/studies/{study}", api.show, "A study", None, shapes.StudyShown, refuses=ON_STUDY),
        Endpoint(
            "PUT",
            "/api/studies/{study}",
            api.change,
            "Change a study",
            shapes.StudyChange,
            shapes.StudyKept,
            refuses=ON_STUDY,
        ),
        Endpoint(
            "GET",
            "/api/studies/{study}/replay",
            api.replay,
            "A line of a study step by step",
            None,
            schemas.Replay,
            refuses=ON_STUDY,
            query=("seat", "line"),
        ),
        Endpoint(
            "GET",
            "/api/studies/{study}/export",
            api.export,
            "A line of a study as a file or link",
            None,
            shapes.Exported,
            refuses=ON_STUDY,
            query=("as", "line"),
        ),
        Endpoint(
            "GET",
            "/api/tables/{table}/export",
            api.export,
            "A finished game as a file or link",
            None,
            shapes.Exported,
            refuses=ON_STUDY,
            query=("as",),
        ),
    ]
