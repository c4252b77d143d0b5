"""The application: addresses and who answers them."""

from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from hanabi.web import deal_api, review_api, schemas, study_api
from hanabi.web.api import Api
from hanabi.web.context import Context
from hanabi.web.handlers import Endpoint, refusal
from hanabi.web.openapi import document
from hanabi.web.security_headers import SecurityHeaders
from hanabi.web.static_files import StaticFiles
from hanabi.web.table_socket import TableSockets


def endpoints(api: Api) -> list[Endpoint]:
    on_table = (403, 404, 409)
    return [
        Endpoint(
            "POST", "/api/tables", api.open_table, "Open a table", schemas.OpenTable, schemas.TableOpened, 201, on_table
        ),
        Endpoint("GET", "/api/tables", api.lobby, "Public tables, open and running", None, schemas.Summaries),
        Endpoint("GET", "/api/tables/{table}", api.table, "One table", None, schemas.Summary, refuses=(404,)),
        Endpoint(
            "POST", "/api/tables/{table}/sit", api.sit, "Take a seat", schemas.SitDown, schemas.SatDown, 201, on_table
        ),
        Endpoint(
            "POST",
            "/api/tables/{table}/link",
            api.link,
            "Continue on another device",
            None,
            schemas.SeatLink,
            refuses=on_table,
        ),
        Endpoint(
            "POST",
            "/api/tables/{table}/claim",
            api.claim,
            "Hold a seat here too",
            schemas.ClaimSeat,
            schemas.SeatClaimed,
            refuses=on_table,
        ),
        Endpoint(
            "GET",
            "/api/tables/{table}/record",
            api.record,
            "The record of a finished game",
            None,
            dict[str, Any],
            refuses=on_table,
        ),
        Endpoint(
            "GET",
            "/api/tables/{table}/replay",
            api.replay,
            "A finished game step by step",
            None,
            schemas.Replay,
            refuses=on_table,
            query=("seat",),
        ),
        Endpoint(
            "POST",
            "/api/replay",
            api.replay_of,
            "Any record step by step",
            dict[str, Any],
            schemas.Replay,
            query=("seat",),
        ),
        Endpoint(
            "GET",
            "/api/records",
            api.records,
            "Finished public games",
            None,
            schemas.Summaries,
            query=("before", "edition"),
        ),
        Endpoint(
            "GET", "/api/statistics", api.statistics, "Scores of finished public games", None, schemas.SiteStatistics
        ),
        Endpoint(
            "GET",
            "/api/rules",
            api.rules,
            "The rules of a game as a book",
            None,
            schemas.Rulebook,
            refuses=(400,),
            query=("edition", "with", "lang", "players"),
        ),
        Endpoint("GET", "/api/lesson", api.lesson, "A first game step by step", None, schemas.Replay),
        Endpoint("GET", "/api/editions", api.offer, "Editions, switches, bots, languages", None, schemas.Offer),
        Endpoint(
            "GET", "/api/texts/{language}", api.texts, "A catalog of sentences", None, dict[str, Any], refuses=(404,)
        ),
        Endpoint("GET", "/api/me", api.me, "This visitor's seats", None, schemas.Me),
        Endpoint("GET", "/api/me/statistics", api.my_statistics, "This visitor's games", None, schemas.SiteStatistics),
        Endpoint(
            "POST",
            "/api/account/register",
            api.register,
            "Make an account",
            schemas.Credentials,
            schemas.AccountName,
            201,
            (409,),
        ),
        Endpoint(
            "POST", "/api/account/login", api.login, "Log in", schemas.Credentials, schemas.AccountName, 200, (401,)
        ),
        Endpoint("POST", "/api/account/logout", api.logout, "Log out", None, None, 204),
        Endpoint(
            "GET",
            "/healthz",
            api.health,
            "Whether the server and its database are well",
            None,
            schemas.Health,
            refuses=(503,),
        ),
    ]


def application(context: Context) -> ASGIApp:
    api, pages = Api(context), StaticFiles()
    offered = [
        *endpoints(api),
        *study_api.endpoints(study_api.StudyApi(context)),
        *deal_api.endpoints(deal_api.DealApi(context)),
        *review_api.endpoints(review_api.ReviewApi(context)),
    ]
    described = document(offered)

    async def openapi(request: Request) -> Response:
        return Response(described, media_type="application/json")

    routes: list[Any] = [
        *(Route(point.path, api.guarded(point.handler), methods=[point.method]) for point in offered),
        Route("/api/openapi.json", openapi),
        Route("/metrics", api.guarded(api.metrics)),
        Route("/", pages.index),
        Route("/{file:path}", pages.file),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(SecurityHeaders, metrics=context.metrics),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={HTTPException: _refused},
    )
    app.router.redirect_slashes = False
    sockets = TableSockets(context)

    async def front(scope: Scope, receive: Receive, send: Send) -> None:
        """Sockets need none of what is done around an HTTP request."""
        await (sockets if scope["type"] == "websocket" else app)(scope, receive, send)

    return front


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "no_such_page", 405: "wrong_method"}.get(error.status_code, "malformed")
    response = refusal(code, status=error.status_code)
    response.headers.update(error.headers or {})
    return response
