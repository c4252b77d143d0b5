"""JSON responses, and the HTTP status of each refusal."""

import math
from typing import Any

import msgspec
from msgspec import Struct
from starlette.responses import Response

from hanabi.rules.cards import Card
from hanabi.server.tables.command_handlers import Refused

STATUS_OF_REFUSAL = {
    "no_such_table": 404,
    "no_such_text": 404,
    "no_such_page": 404,
    "no_such_study": 404,
    "no_such_puzzle": 404,
    "no_such_line": 404,
    "not_editor": 403,
    "daily_sealed": 403,
    "not_seated": 403,
    "not_host": 403,
    "bad_token": 403,
    "foreign_origin": 403,
    "running": 403,
    "no_spectators": 403,
    "aids_limited": 403,
    "bad_login": 401,
    "bad_code": 401,
    "not_signed_in": 401,
    "bad_password": 403,
    "banned": 403,
    "muted": 403,
    "table_closed": 403,
    "no_such_session": 404,
    "no_such_partner": 404,
    "no_such_subscription": 404,
    "no_mail": 404,
    "bad_address": 400,
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
    if response.status_code in (429, 503):
        response.headers["Retry-After"] = str(refusal.values.get("seconds", 5))
    return response


def too_many(seconds: float) -> Refused:
    """The refusal of what may be tried again in so many seconds."""
    return Refused("too_many", seconds=max(1, math.ceil(seconds)))


def plain_values(values: dict[str, Any]) -> dict[str, Any]:
    """The values of a refusal as JSON can hold them."""
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value
