"""Refusals: requests and commands that the server does not carry out, each with a code that clients translate."""

from typing import Any

from hanabi.rules import IllegalAction

# HTTP status by refusal code; all other codes are conflicts with the state of something (409).
HTTP_STATUS = {
    "bad_address": 400,
    "malformed": 400,
    "bad_login": 401,
    "bad_code": 401,
    "not_signed_in": 401,
    "not_editor": 403,
    "club_code": 403,
    "club_role": 403,
    "contest_sealed": 403,
    "daily_sealed": 403,
    "not_seated": 403,
    "not_host": 403,
    "bad_token": 403,
    "foreign_origin": 403,
    "running": 403,
    "no_spectators": 403,
    "aids_limited": 403,
    "bad_password": 403,
    "banned": 403,
    "muted": 403,
    "table_closed": 403,
    "no_such_table": 404,
    "no_such_text": 404,
    "no_such_page": 404,
    "no_such_club": 404,
    "no_such_contest": 404,
    "no_such_study": 404,
    "no_such_puzzle": 404,
    "no_such_line": 404,
    "no_such_session": 404,
    "no_such_partner": 404,
    "no_such_profile": 404,
    "no_such_subscription": 404,
    "no_such_event": 404,
    "no_mail": 404,
    "too_big": 413,
    "too_many": 429,
    "busy": 503,
}
CONFLICT = 409


class Refused(Exception):
    """`code` has a sentence in every language; `values` fill its placeholders."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def refusal_of(error: IllegalAction) -> Refused:
    return Refused(error.reason, **error.values)
