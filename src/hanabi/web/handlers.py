"""What all handlers of the HTTP API share: reading bodies, knowing who asks, answering and refusing."""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from hanabi.records.record import Record
from hanabi.tables.command_handlers import Actor, Refused
from hanabi.tables.finished.deals import is_veiled
from hanabi.tables.finished.studies import Study
from hanabi.tables.live.live_table import LiveTable
from hanabi.tables.store import StoreError
from hanabi.tables.table import Table
from hanabi.tables.wire.replay_frames import frames
from hanabi.tables.wire.view_json import Viewer
from hanabi.web import schemas
from hanabi.web.context import Context, plain_values
from hanabi.web.identity import hashed, may_change, new_key, set_cookie
from hanabi.web.study_schemas import GameOf

logger = logging.getLogger("hanabi.api")
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
STATUS = {
    "no_such_table": 404,
    "no_such_text": 404,
    "no_such_page": 404,
    "no_such_study": 404,
    "no_such_line": 404,
    "not_editor": 403,
    "daily_veiled": 403,
    "not_seated": 403,
    "not_host": 403,
    "bad_token": 403,
    "foreign_origin": 403,
    "running": 403,
    "no_spectators": 403,
    "bad_login": 401,
    "too_many": 429,
    "too_big": 413,
    "busy": 503,
    "malformed": 400,
}


class Endpoint(NamedTuple):
    """One address of the API and what OpenAPI says of it."""

    method: str
    path: str
    handler: Callable[[Request], Awaitable[Response]]
    summary: str
    takes: Any = None
    gives: Any = None
    status: int = 200
    refuses: tuple[int, ...] = ()
    query: tuple[str, ...] = ()


def answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refusal(code: str, values: dict[str, Any] | None = None, status: int | None = None) -> Response:
    chosen = status or STATUS.get(code, 409)
    response = answer(schemas.Refusal(code, plain_values(values or {})), chosen)
    response.headers["Cache-Control"] = "no-store"
    return response


class Handlers:
    def __init__(self, context: Context) -> None:
        self.context = context

    def guarded(self, handler: Handler) -> Handler:
        """Refusals become answers; what changes something must come from our own pages or without a cookie."""

        async def guard(request: Request) -> Response:
            try:
                if request.method not in ("GET", "HEAD") and not may_change(request, self.context.settings.origins):
                    raise Refused("foreign_origin")
                response = await handler(request)
            except Refused as refused:
                logger.info("refused", extra={"path": request.url.path, "code": refused.code})
                response = refusal(refused.code, refused.values)
            except StoreError as error:
                logger.warning("store failed", extra={"path": request.url.path, "error": str(error)})
                response = refusal("busy")
            response.headers.setdefault("Cache-Control", "no-store")
            return response

        return guard

    async def actor_or_new(self, request: Request) -> tuple[Actor, str | None]:
        """Whoever asks; somebody new gets a key, to be set as a cookie."""
        actor = await self.context.actor(request)
        if actor.key is not None:
            return actor, None
        fresh = new_key()
        return Actor(hashed(fresh)), fresh

    def with_cookie(self, request: Request, response: Response, key: str | None) -> Response:
        if key is not None:
            set_cookie(request, response, key)
        return response

    async def live_table(self, table_id: str) -> LiveTable:
        return await self.context.registry.live_table(table_id)

    async def finished(self, request: Request, table_id: str) -> Table:
        """A table whose game is over and may be looked at by whoever asks."""
        table = (await self.live_table(table_id)).table
        if table.phase != "over":
            raise Refused("running")
        if table.daily and not await self.context.archive.may_look(table, await self.context.actor(request)):
            raise Refused("daily_veiled")
        return table

    async def study(self, request: Request, study_id: str, token_hash: str | None = None) -> Study:
        study = await self.context.studies.read(study_id)
        if is_veiled(study.daily, time.time()):
            actor, players = await self.context.actor(request), len(study.record.players)
            seen = study.is_open_to(actor, token_hash) or await self.context.archive.has_seen(
                study.daily, players, actor
            )
            if not seen:
                raise Refused("daily_veiled")
        return study

    async def game_of(self, request: Request, of: GameOf) -> tuple[Record, str | None, str | None]:
        """A finished game, the table it was played at, and the day whose deal it is."""
        if (of.table is None) == (of.study is None):
            raise Refused("malformed", detail="name either a table or a study")
        if of.table is not None:
            table = await self.finished(request, of.table)
            return table.record(), table.id, table.daily
        study = await self.study(request, of.study or "")
        return study.game(of.line), study.origin, study.daily

    async def cold(self, work: Callable[[Connection], T]) -> T:
        return await self.context.registry.store.cold(work)

    async def raw(self, request: Request, most: int | None = None) -> bytes:
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > (most or self.context.settings.limits.body):
                raise Refused("too_big")
        return body

    async def body(self, request: Request, kind: type[T], most: int | None = None) -> T:
        body = await self.raw(request, most)
        try:
            return msgspec.json.decode(body or b"{}", type=kind)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise Refused("malformed", detail=str(error)[:200]) from error


def address(request: Request) -> str:
    return request.client.host if request.client else ""


def eyes_asked(request: Request, players: int) -> Viewer:
    seat = request.query_params.get("seat", "all")
    if seat == "all":
        return "open"
    if seat in ("0", "1", "2", "3", "4") and int(seat) < players:
        return int(seat)
    raise Refused("no_such_seat", seats=list(range(players)))


def replayed(record: Record, eyes: Viewer) -> Response:
    told = {"players": record.players, "rules": asdict(record.rules), "actions": record.actions}
    head = msgspec.json.encode(told).decode()
    text = f'{head[:-1]},"frames":[{",".join(frames(record, eyes))}]}}'
    return Response(text, media_type="application/json")
