"""The base class of all resources: bodies, visitors, limits, and responses that several resources share."""

from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from hanabi.records import Record
from hanabi.records.hanablive import NoCounterpart, remarks, to_json_text, to_link
from hanabi.server.actor import Actor
from hanabi.server.api.shared_bodies import ExportFormat, GameExport, LanguageParameter
from hanabi.server.archive.documents import replay_document
from hanabi.server.context import Context
from hanabi.server.http.cookies import hashed, set_cookie
from hanabi.server.http.responses import FixedContent, json_response, too_many
from hanabi.server.http.routes import route
from hanabi.server.live.live_table import LiveTable
from hanabi.server.rate_limits import network_of
from hanabi.server.refusals import Refused

__all__ = [
    "Actor",
    "FixedContent",
    "Refused",
    "Request",
    "Resource",
    "Response",
    "T",
    "client_address",
    "hashed",
    "json_response",
    "route",
]

T = TypeVar("T")


class Resource:
    """A part of the HTTP API. The methods that `route` decorates are the handlers."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.query = context.registry.store.query

    async def actor_or_new(self, request: Request) -> tuple[Actor, str | None]:
        """The visitor. A new visitor gets a key, which the response must set as a cookie."""
        actor = await self.context.actor(request)
        if actor.key is not None:
            return actor, None
        key = await self.context.keys.new()
        return Actor(hashed(key)), key

    async def account(self, request: Request) -> tuple[int, str]:
        """The visitor's account and the hash of the browser's key. Raises Refused."""
        actor = await self.context.actor(request)
        if actor.account is None or actor.key is None:
            raise Refused("not_signed_in")
        return actor.account, actor.key

    def with_cookie(self, request: Request, response: Response, key: str | None) -> Response:
        if key is not None:
            set_cookie(request, response, key)
        return response

    async def live_table(self, table_id: str) -> LiveTable:
        return await self.context.registry.live_table(table_id)

    async def replay(self, request: Request, record: str, seat: str) -> Response:
        """A Replay of a record, as a seat saw it."""
        return await self.context.workers.response(request, replay_document, record, seat)

    def export(self, record: Record, export_format: ExportFormat) -> Response:
        """A GameExport. Raises Refused if hanab.live has no such rules."""
        try:
            match export_format:
                case "record":
                    export = GameExport(record.dumps(), [])
                case "hanab-live":
                    export = GameExport(to_json_text(record), remarks(record, link=False))
                case "link":
                    export = GameExport(to_link(record), remarks(record, link=True))
        except NoCounterpart as error:
            raise Refused("not_exportable", reason=error.reason, detail=str(error)[:300]) from error
        return json_response(export)

    def enforce_limit(self, request: Request, limit: str) -> None:
        """Count a request of this address under a limit of `ServerLimits.rates`. Raises Refused."""
        seconds = self.context.limiter.retry_after(limit, network_of(client_address(request)))
        if seconds:
            raise too_many(seconds)

    async def mark_of(self, request: Request) -> str:
        """A keyed hash of the visitor's address."""
        return await self.context.mark_of(client_address(request))

    async def raw_body(self, request: Request, max_bytes: int | None = None) -> bytes:
        """The connection has already read the body and bounded its size by the largest of all limits."""
        body = await request.body()
        if len(body) > (max_bytes or self.context.settings.limits.body):
            raise Refused("too_big")
        return body

    def parameters(self, request: Request, type_: type[T]) -> T:
        """The path and the query string as the Struct that the route declares. An empty parameter counts as missing,
        and others are ignored.
        """
        given = {name: text for name, text in request.query_params.items() if text}
        try:
            return msgspec.convert({**given, **request.path_params}, type_, strict=False)
        except msgspec.ValidationError as error:
            raise Refused("malformed", detail=str(error)[:200]) from error

    def language(self, request: Request) -> str:
        return self.parameters(request, LanguageParameter).lang

    async def body(self, request: Request, type_: type[T], max_bytes: int | None = None) -> T:
        body = await self.raw_body(request, max_bytes)
        try:
            return msgspec.json.decode(body or b"{}", type=type_)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise Refused("malformed", detail=str(error)[:200]) from error


def client_address(request: Request) -> str:
    return request.client.host if request.client else ""
