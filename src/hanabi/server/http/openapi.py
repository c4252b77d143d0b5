"""The OpenAPI description of the HTTP API, generated from the declared routes and their bodies."""

from collections.abc import Sequence
from typing import Any

import msgspec

import hanabi
from hanabi.server.http.responses import Refusal
from hanabi.server.http.routes import Endpoint

MEANINGS = {
    400: "Malformed",
    401: "Not signed in, or wrong credentials",
    403: "Not allowed",
    404: "Not found",
    409: "Not possible now",
    413: "Too large",
    429: "Too many requests",
    503: "Try again later",
}
# A part of a path that its route does not describe.
ID = {"type": "string", "minLength": 1, "pattern": "^[A-Za-z0-9_-]+$"}


def openapi_document(endpoints: Sequence[Endpoint]) -> bytes:
    """OpenAPI 3.1 as JSON."""
    endpoints = [endpoint for endpoint in endpoints if endpoint.in_openapi]
    types = [type_ for point in endpoints for type_ in (point.takes, point.gives) if type_ is not None]
    schemas, components = msgspec.json.schema_components([Refusal, *types], ref_template="#/components/schemas/{name}")
    refusal, *others = schemas
    remaining = iter(others)
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        takes = None if endpoint.takes is None else next(remaining)
        gives = None if endpoint.gives is None else next(remaining)
        operations = paths.setdefault(endpoint.path, {})
        operations[endpoint.method.lower()] = _operation(endpoint, takes, gives, refusal)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Hanabi tables", "version": hanabi.__version__},
            "paths": paths,
            "components": {"schemas": components},
        }
    )


def _operation(endpoint: Endpoint, takes: Any, gives: Any, refusal: Any) -> dict[str, Any]:
    success: dict[str, Any] = {"description": "Done"}
    if gives is not None:
        success["content"] = {"application/json": {"schema": gives}}
    refused = {400, 409, 503, *endpoint.refuses} | ({404} if endpoint.path_names else set())
    if endpoint.method != "GET":
        refused |= {403, 413, 429}
    responses = {str(endpoint.status): success}
    for status in sorted(refused):
        responses[str(status)] = {
            "description": MEANINGS[status],
            "content": {"application/json": {"schema": refusal}},
        }
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "parameters": _parameters(endpoint),
        "responses": responses,
    }
    if takes is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
    return operation


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    schemas: dict[str, Any] = {}
    if endpoint.parameters is not None:
        _, components = msgspec.json.schema_components([endpoint.parameters])
        schemas = components[endpoint.parameters.__name__]["properties"]
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": schemas.get(name, ID)} for name in endpoint.path_names
    ]
    return in_path + [
        {"name": name, "in": "query", "schema": _if_given(schemas[name])} for name in endpoint.query_names
    ]


def _if_given(schema: dict[str, Any]) -> dict[str, Any]:
    """Without null, which stands for a missing parameter."""
    kinds: list[dict[str, Any]] = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    return kinds[0] if len(kinds) == 1 else schema
