"""For operators: the health and the metrics of the server."""

from typing import Literal

from msgspec import Struct

import hanabi
from hanabi.server.api.resource import Refused, Request, Resource, Response, client_address, json_response, route
from hanabi.server.rate_limits import is_within


class Health(Struct, frozen=True):
    """`problem` describes what is wrong with the database; the status is then 503."""

    ok: bool
    version: str
    store: str
    tables: int
    sockets: int
    problem: str | None


class Readiness(Struct, frozen=True):
    """`state` is `ready`, or the reason to send no visitors here: `starting`, `stopping` or `unhealthy`."""

    state: Literal["starting", "ready", "stopping", "unhealthy"]


class OperationsResource(Resource):
    @route("GET", "/healthz", summary="Whether the server and its database work", gives=Health)
    async def health(self, request: Request) -> Response:
        """Writes to the database and reads from it, at most once every second or two."""
        registry = self.context.registry
        problem = await registry.heartbeat.problem()
        store = str(registry.store.facts().get("store", ""))
        sockets = self.context.metrics.sockets
        tables = len(registry.live_tables)
        health = Health(problem is None, hanabi.__version__, store, tables, sockets, problem)
        return json_response(health, 200 if problem is None else 503)

    @route("GET", "/readyz", summary="Whether to send visitors here", gives=Readiness)
    async def readiness(self, request: Request) -> Response:
        """For load balancers: 200 if the server has started, is not stopping, and its database works."""
        state = self.context.state
        if state == "ready" and await self.context.registry.heartbeat.problem() is not None:
            state = "unhealthy"
        return json_response(Readiness(state), 200 if state == "ready" else 503)

    @route("GET", "/metrics", summary="Metrics for Prometheus", in_openapi=False)
    async def metrics(self, request: Request) -> Response:
        """Only for the networks of `--metrics-from`, and not through a proxy that `--proxy` does not name."""
        settings = self.context.settings
        is_hidden = not settings.proxies and {"x-forwarded-for", "forwarded"} & set(request.headers)
        if is_hidden or not is_within(client_address(request), settings.metrics_from):
            raise Refused("no_such_page")
        return Response(self.context.metrics.text(), media_type="text/plain; version=0.0.4")
