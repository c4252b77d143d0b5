"""Declares the routes of a resource: method, path, bodies and summary, next to the handler."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec import Struct, structs
from starlette.responses import Response

HandlerMethod = TypeVar("HandlerMethod", bound=Callable[..., Awaitable[Response]])


@dataclass(frozen=True)
class Endpoint:
    """A method and a path of the HTTP API: the app serves it, OpenAPI describes it, docs/protocol.md lists it.

    `handler` is the name of the handler method, and `description` its docstring. `takes` and `gives` are the types of
    the request and response bodies. `parameters` is a Struct of the query string, and of those parts of the path that
    are not just an id. `status` is the status of success; `refuses` are statuses of refusals besides those that every
    request of this kind may get.
    """

    method: str
    path: str
    handler: str
    summary: str
    description: str
    takes: Any
    gives: Any
    parameters: type[Struct] | None
    status: int
    refuses: tuple[int, ...]
    in_openapi: bool

    @property
    def path_names(self) -> list[str]:
        return re.findall(r"{(\w+)}", self.path)

    @property
    def query_names(self) -> list[str]:
        fields = () if self.parameters is None else structs.fields(self.parameters)
        return [field.encode_name for field in fields if field.encode_name not in self.path_names]


def route(
    method: str,
    *paths: str,
    summary: str,
    takes: Any = None,
    gives: Any = None,
    parameters: type[Struct] | None = None,
    status: int = 200,
    refuses: tuple[int, ...] = (),
    in_openapi: bool = True,
) -> Callable[[HandlerMethod], HandlerMethod]:
    """Make the decorated method of a Resource the handler of `method` on each of `paths`. Can be used several times.

    The keywords are the fields of Endpoint. Write the docstring of the handler for callers: docs/protocol.md prints it.
    """

    def declare(handler: HandlerMethod) -> HandlerMethod:
        description = " ".join((handler.__doc__ or "").split())
        name = handler.__name__
        declared = [
            Endpoint(method, path, name, summary, description, takes, gives, parameters, status, refuses, in_openapi)
            for path in paths
        ]
        vars(handler)["endpoints"] = declared + vars(handler).get("endpoints", [])
        return handler

    return declare


def endpoints_of(resource: type) -> list[Endpoint]:
    """All endpoints that a class declares, in source order."""
    return [endpoint for member in vars(resource).values() for endpoint in getattr(member, "endpoints", ())]
