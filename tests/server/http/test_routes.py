"""Routes are declared next to their handlers, once each."""

from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from hanabi.server.api import endpoints
from hanabi.server.api.resource import Resource
from hanabi.server.http.routes import endpoints_of, route


class ExampleParameters(Struct, frozen=True):
    seat: Annotated[int, Meta(ge=0, le=4)] = 0


class ExampleResource(Resource):
    @route("GET", "/api/tables/{table}/example", summary="First", parameters=ExampleParameters)
    @route("GET", "/api/studies/{study}/example", summary="Second", refuses=(404,))
    async def show_example(self, request: Request) -> Response:
        """A sentence
        for callers.
        """
        return Response()

    @route("POST", "/api/example", summary="Third", takes=dict, status=201)
    async def make_example(self, request: Request) -> Response:
        return Response()


def test_a_resource_lists_its_routes_in_source_order() -> None:
    first, second, third = endpoints_of(ExampleResource)
    assert [first.path, second.path, third.path] == [
        "/api/tables/{table}/example",
        "/api/studies/{study}/example",
        "/api/example",
    ]
    assert first.handler == second.handler == "show_example"
    assert first.description == "A sentence for callers."
    assert (third.method, third.handler, third.status, third.description) == ("POST", "make_example", 201, "")


def test_every_route_of_the_api_is_declared_once_and_has_a_summary() -> None:
    declared = [(endpoint.method, endpoint.path) for endpoint in endpoints()]
    assert len(declared) == len(set(declared)) > 30
    assert all(endpoint.summary for endpoint in endpoints())
