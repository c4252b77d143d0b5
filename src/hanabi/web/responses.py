"""JSON responses, and the HTTP status of each refusal."""

from typing import Any

import msgspec
from msgspec import Struct
from starlette.responses import Response

from hanabi.web.context import plain_values

STATUS_OF_REFUSAL = {
    "no_such_table": 404,
    "no_such_text": 404,
    "no_such_page": 404,
    "no_such_study": 404,
    "no_such_line": 404,
    "not_editor": 403,
    "daily_veiled": 403,
    "not_seated": 403,
    "not_host": 403,
    "bad_token": 403,
    "foreign_origin": 403,
    "running": 403,
    "no_spectators": 403,
    "bad_login": 401,
    "bad_code": 401,
    "not_signed_in": 401,
    "bad_password": 403,
    "banned": 403,
    "muted": 403,
    "table_closed": 403,
    "no_such_session": 404,
    "no_such_event": 404,
    "too_many": 429,
    "too_big": 413,
    "busy": 503,
    "malformed": 400,
}


class Refusal(Struct, frozen=True):
    code: str
    values: dict[str, Any]


def json_response(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refusal_response(code: str, values: dict[str, Any] | None = None, status: int | None = None) -> Response:
    refusal = Refusal(code, plain_values(values or {}))
    response = json_response(refusal, status or STATUS_OF_REFUSAL.get(code, 409))
    response.headers["Cache-Control"] = "no-store"
    return response
