"""The OpenAPI description of the HTTP API, generated from the declared routes and their bodies."""

import re
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
QUERY_PARAMETERS = {
    "seat": {"type": "string", "pattern": "^(all|[0-4])$"},
    "before": {"type": "number"},
    "edition": {"type": "string", "maxLength": 20},
    "with": {"type": "string", "maxLength": 300},
    "lang": {"type": "string", "maxLength": 8},
    "players": {"type": "string", "pattern": "^[2-5]?$"},
    "line": {"type": "string", "pattern": "^[0-9]{1,3}$"},
    "first": {"type": "string", "pattern": "^[0-9]{1,4}$"},
    "theme": {"type": "string", "maxLength": 20},
    "url": {"type": "string", "maxLength": 500},
    "format": {"type": "string", "enum": ["json"]},
    "maxwidth": {"type": "integer"},
    "maxheight": {"type": "integer"},
    "after": {"type": "string", "pattern": "^[0-9]{1,9}$"},
    "as": {"type": "string", "enum": ["record", "hanab-live", "link"]},
}
PATH_PARAMETERS = {
    "day": {"type": "string", "format": "date"},
    "subscription": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "session": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    "token": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    "players": {"type": "string", "pattern": "^[2-5]$"},
    "study": {"type": "string", "minLength": 1, "pattern": "^[A-Za-z0-9_-]+$"},
    "table": {"type": "string", "minLength": 1, "pattern": "^[A-Za-z0-9_-]+$"},
    "puzzle": {"type": "string", "pattern": "^[0-9a-f]{12}$"},
    "language": {"type": "string", "minLength": 1, "pattern": "^[A-Za-z-]+$"},
}


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
    refused = {400, 409, 503, *endpoint.refuses} | ({403, 413, 429} if endpoint.method != "GET" else set())
    responses = {str(endpoint.status): success}
    for status in sorted(refused):
        responses[str(status)] = {
            "description": MEANINGS[status],
            "content": {"application/json": {"schema": refusal}},
        }
    names = re.findall(r"{(\w+)}", endpoint.path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": PATH_PARAMETERS[name]} for name in names]
    parameters += [{"name": name, "in": "query", "schema": QUERY_PARAMETERS[name]} for name in endpoint.query]
    operation: dict[str, Any] = {"summary": endpoint.summary, "parameters": parameters, "responses": responses}
    if takes is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
    return operation
