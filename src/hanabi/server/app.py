"""The ASGI application: the HTTP API, the browser client's files, and the sockets of tables and review rooms."""

import logging
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from hanabi.server.api import RESOURCES, endpoints
from hanabi.server.context import Context
from hanabi.server.database import StoreError, problem_of
from hanabi.server.http.cookies import passes_origin_check
from hanabi.server.http.openapi import openapi_document
from hanabi.server.http.request_limits import Bans, RequestLimits
from hanabi.server.http.responses import FixedContent, refusal_response
from hanabi.server.http.routes import endpoints_of
from hanabi.server.http.security_headers import SecurityHeaders
from hanabi.server.http.static_files import StaticFiles
from hanabi.server.refusals import Refused
from hanabi.server.sockets.room_socket import RoomSockets
from hanabi.server.sockets.socket_admission import SocketAdmission
from hanabi.server.sockets.table_socket import TableSockets

logger = logging.getLogger("hanabi.api")
Handler = Callable[[Request], Awaitable[Response]]


def application(context: Context) -> ASGIApp:
    app = Starlette(
        routes=[*_api_routes(context), *_file_routes(context)],
        middleware=[
            Middleware(SecurityHeaders, metrics=context.metrics),
            Middleware(RequestLimits, limiter=context.limiter),
            Middleware(Bans, sanctions=context.sanctions),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
        ],
        exception_handlers={HTTPException: _http_error},
    )
    app.router = FixedPathsFirst(app.routes, redirect_slashes=False)
    sockets = SocketAdmission(context, {"together/": RoomSockets(context), "": TableSockets(context)})

    async def dispatch(scope: Scope, receive: Receive, send: Send) -> None:
        """Sockets bypass the HTTP middleware."""
        await (sockets if scope["type"] == "websocket" else app)(scope, receive, send)

    return dispatch


class FixedPathsFirst(Router):
    """Finds a route without parameters at once, instead of trying all routes in turn."""

    def __init__(self, routes: Sequence[BaseRoute], *, redirect_slashes: bool) -> None:
        super().__init__(routes, redirect_slashes=redirect_slashes)
        fixed = [route for route in routes if isinstance(route, Route) and "{" not in route.path]
        self._fixed = {(method, route.path): route for route in fixed for method in route.methods or ()}

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = self._fixed.get((scope.get("method", ""), scope.get("path", "")))
        if route is None:
            await super().app(scope, receive, send)
        else:
            scope.update(router=self, route=route, endpoint=route.endpoint, path_params={})
            await route.handle(scope, receive, send)


def _api_routes(context: Context) -> list[Route]:
    description = FixedContent(openapi_document(endpoints()), "application/json")

    async def openapi(request: Request) -> Response:
        return description.response(request)

    routes = [Route("/api/openapi.json", openapi)]
    for resource_type in RESOURCES:
        resource = resource_type(context)
        for endpoint in endpoints_of(resource_type):
            handler = _guarded(getattr(resource, endpoint.handler), endpoint.path, context.settings.origins)
            routes.append(Route(endpoint.path, handler, methods=[endpoint.method]))
    return routes


def _file_routes(context: Context) -> list[Route]:
    client = StaticFiles(context.keys, previews=context.previews, origin_of=context.origin_of)
    return [Route("/", client.index), Route("/{file:path}", client.file)]


def _guarded(handler: Handler, path: str, origins: tuple[str, ...]) -> Handler:
    """Turn refusals into responses, and check the origin of requests that change something.

    Logs name the path of the route: that of the request may contain a token.
    """

    async def guarded(request: Request) -> Response:
        try:
            if request.method not in ("GET", "HEAD") and not passes_origin_check(request, origins):
                raise Refused("foreign_origin")
            response = await handler(request)
        except Refused as refused:
            logger.info("refused", extra={"path": path, "code": refused.code})
            response = refusal_response(refused.code, refused.values)
        except (StoreError, SQLAlchemyError) as error:
            # StoreHealth already logs outages once; do not log a warning per request.
            logger.info("store failed", extra={"path": path, "error": problem_of(error)})
            response = refusal_response("busy")
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return guarded


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "no_such_page", 405: "wrong_method"}.get(error.status_code, "malformed")
    response = refusal_response(code, status=error.status_code)
    response.headers.update(error.headers or {})
    return response
