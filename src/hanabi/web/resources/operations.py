"""For those who run the server: its health and its metrics."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

import hanabi
from hanabi.web.resource import Resource
from hanabi.web.responses import json_response
from hanabi.web.routes import route


class Health(Struct, frozen=True):
    ok: bool
    version: str
    store: str
    tables: int
    sockets: int


class OperationsResource(Resource):
    @route("GET", "/healthz", summary="Whether the server and its database are well", gives=Health, refuses=(503,))
    async def health(self, request: Request) -> Response:
        await self.query(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
        registry = self.context.registry
        store = str(registry.store.facts().get("store", ""))
        sockets = self.context.metrics.sockets
        return json_response(Health(True, hanabi.__version__, store, len(registry.live_tables), sockets))

    @route("GET", "/metrics", summary="Numbers for Prometheus", in_openapi=False)
    async def metrics(self, request: Request) -> Response:
        return Response(self.context.metrics.text(), media_type="text/plain; version=0.0.4")
