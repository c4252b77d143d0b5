"""Bodies that several resources use, and the statuses of refusals about a table."""

from typing import Any

from msgspec import Struct

from hanabi.server.live.lobby import TableSummary

# Not allowed, not found, not possible now.
TABLE_REFUSALS = (403, 404, 409)


class TableList(Struct, frozen=True):
    tables: list[TableSummary]


class TableOpened(Struct, frozen=True):
    """`token` is the bearer token of your seat (without a seat, of the host)."""

    table: str
    seat: int | None
    token: str
    link: str


class Replay(Struct, frozen=True):
    """`frames`: the deal, then one for each of the record's `actions`."""

    players: list[str]
    rules: dict[str, Any]
    actions: list[str]
    frames: list[dict[str, Any]]


class GameExport(Struct, frozen=True):
    """`text` is the content of a file, or a link; `remarks` say what is lost or different there."""

    text: str
    remarks: list[str]
