"""Middleware: requests from banned addresses are refused, with a sentence in the visitor's language."""

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from hanabi.server.http.responses import refusal_response
from hanabi.server.people.sanctions import Sanction, Sanctions
from hanabi.texts import match_language, say


class Bans:
    def __init__(self, app: ASGIApp, sanctions: Sanctions) -> None:
        self.app, self.sanctions = app, sanctions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        ban = self.sanctions.against_address("ban", client[0]) if client else None
        app = self.app if ban is None else _refusal(HTTPConnection(scope), ban)
        await app(scope, receive, send)


def _refusal(connection: HTTPConnection, ban: Sanction) -> Response:
    if connection.url.path.startswith("/api"):
        refused = ban.refusal()
        return refusal_response(refused.code, refused.values)
    text = say("table.refused.banned", _language(connection.headers.get("accept-language", "")))
    return PlainTextResponse(text + "\n", 403, {"Cache-Control": "no-store"})


def _language(accepted: str) -> str:
    """The first language of the header that there is a catalog for."""
    wanted = (part.partition(";")[0].strip() for part in accepted.split(",")[:10])
    return next((found for name in wanted if name and (found := match_language(name)) is not None), "en")
