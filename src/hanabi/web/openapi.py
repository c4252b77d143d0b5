"""The API described for other programs, from the Structs that the handlers use."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

import hanabi
from hanabi.web.schemas import Refusal

if TYPE_CHECKING:
    from hanabi.web.handlers import Endpoint

WORDS = {
    400: "Malformed",
    401: "Wrong name or password",
    403: "Not allowed",
    404: "Not there",
    409: "Not possible now",
    413: "Too big",
    429: "Too many at once",
    503: "Try again",
}
QUERY = {
    "seat": {"type": "string", "pattern": "^(all|[0-4])$"},
    "before": {"type": "number"},
    "edition": {"type": "string", "maxLength": 20},
    "with": {"type": "string", "maxLength": 300},
    "lang": {"type": "string", "maxLength": 8},
    "players": {"type": "string", "pattern": "^[2-5]?$"},
    "line": {"type": "string", "pattern": "^[0-9]{1,3}$"},
    "as": {"type": "string", "enum": ["record", "hanab-live", "link"]},
}
PATHS = {
    "day": {"type": "string", "format": "date"},
    "players": {"type": "string", "pattern": "^[2-5]$"},
    "study": {"type": "string", "minLength": 1, "pattern": "^[A-Za-z0-9_-]+$"},
    "table": {"type": "string", "minLength": 1, "pattern": "^[A-Za-z0-9_-]+$"},
    "language": {"type": "string", "minLength": 1, "pattern": "^[A-Za-z-]+$"},
}


def document(endpoints: Sequence["Endpoint"]) -> bytes:
    kinds = [Refusal, *(kind for point in endpoints for kind in (point.takes, point.gives) if kind is not None)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    refusal, *others = schemas
    described = iter(others)
    paths: dict[str, Any] = {}
    for point in endpoints:
        takes = None if point.takes is None else next(described)
        gives = None if point.gives is None else next(described)
        paths.setdefault(point.path, {})[point.method.lower()] = _operation(point, takes, gives, refusal)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Hanabi tables", "version": hanabi.__version__},
            "paths": paths,
            "components": {"schemas": components},
        }
    )


def _operation(point: "Endpoint", takes: Any, gives: Any, refusal: Any) -> dict[str, Any]:
    done: dict[str, Any] = {"description": "Done"}
    if gives is not None:
        done["content"] = {"application/json": {"schema": gives}}
    refused = {400, 409, 503, *point.refuses} | ({403, 413, 429} if point.method != "GET" else set())
    answers = {str(point.status): done}
    for status in sorted(refused):
        answers[str(status)] = {
            "description": WORDS[status],
            "content": {"application/json": {"schema": refusal}},
        }
    names = re.findall(r"{(\w+)}", point.path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": PATHS[name]} for name in names]
    parameters += [{"name": name, "in": "query", "schema": QUERY[name]} for name in point.query]
    operation: dict[str, Any] = {"summary": point.summary, "parameters": parameters, "responses": answers}
    if takes is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
    return operation
