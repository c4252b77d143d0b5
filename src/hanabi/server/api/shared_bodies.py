"""Bodies and parameters that several resources use."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hanabi.server.live.lobby import TableSummary
from hanabi.server.wire.messages import Frame
from hanabi.texts import LANGUAGES

__all__ = [
    "ExportFormat",
    "Frame",
    "GameExport",
    "LanguageParameter",
    "Replay",
    "RuleValues",
    "SeatOrAll",
    "TableList",
    "TableOpened",
]
# All switches of a game, or those that differ from its edition.
RuleValues = dict[str, str | int | bool | None]
ExportFormat = Literal["record", "hanab-live", "link"]
# A seat that does not exist is refused as such, not as malformed.
SeatOrAll = Annotated[str, Meta(extra_json_schema={"pattern": "^(all|[0-4])$"})]


class LanguageParameter(Struct, frozen=True):
    lang: Annotated[str, Meta(max_length=8)] = "en"

    def __post_init__(self) -> None:
        if self.lang not in LANGUAGES:
            raise ValueError("unknown language")


class TableList(Struct, frozen=True):
    tables: list[TableSummary]


class TableOpened(Struct, frozen=True):
    """`token` is the bearer token of your seat (without a seat, of the host); `commitment` is that of the deal."""

    table: str
    seat: int | None
    token: str
    link: str
    commitment: str | None


class Replay(Struct, frozen=True):
    """`frames`: the deal, then one for each of the record's `actions`."""

    players: list[str]
    rules: RuleValues
    actions: list[str]
    frames: list[Frame]


class GameExport(Struct, frozen=True):
    """`text` is the content of a file, or a link; `remarks` say what is lost or different there."""

    text: str
    remarks: list[str]
