"""What the store keeps of a table: numbered events, appended only. A table is what replaying them makes.

Keys and tokens stand here as hashes, but the deal's seed in the clear: the log never leaves the server.
"""

from typing import Any

import msgspec
from msgspec import Struct

from hanabi.rules.actions import Action
from hanabi.tables.options import Options
from hanabi.tables.store.base import Row


class StoredEvent(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    pass


class Seating(Struct, frozen=True, omit_defaults=True):
    """A seat as a new table begins with it."""

    name: str | None = None
    bot: str | None = None
    keys: tuple[str, ...] = ()
    token: str | None = None
    account: int | None = None


class Branch(Struct, frozen=True):
    """A deal that is given, and what was done on it so far: a finished game tried again, or a deal for everybody.

    Without `deck` the cards follow from the seed; with it the seed only places reshuffled cards.
    """

    seed: str
    first: int
    actions: tuple[str, ...]
    deck: tuple[str, ...] = ()
    rewards: tuple[str, ...] = ()


class TableCreated(StoredEvent, frozen=True, tag="created"):
    """`origin` names the table this is a rematch or a branch of, `daily` the day whose deal is played."""

    options: Options
    host: str
    host_account: int | None = None
    seats: tuple[Seating, ...] = ()
    origin: str | None = None
    branch: Branch | None = None
    daily: str | None = None


class Seated(StoredEvent, frozen=True, tag="seated"):
    seat: int
    name: str
    key: str
    token: str
    account: int | None = None


class Renamed(StoredEvent, frozen=True, tag="renamed"):
    seat: int
    name: str


class Claimed(StoredEvent, frozen=True, tag="claimed"):
    """Another device may act for the seat too, and its account if it has one."""

    seat: int
    key: str
    account: int | None = None


class TokenRenewed(StoredEvent, frozen=True, tag="token_renewed"):
    seat: int
    token: str


class BotSeated(StoredEvent, frozen=True, tag="bot_seated"):
    seat: int
    bot: str
    name: str


class Vacated(StoredEvent, frozen=True, tag="vacated"):
    seat: int


class OptionsSet(StoredEvent, frozen=True, tag="options_set"):
    options: Options


class GameStarted(StoredEvent, frozen=True, tag="started"):
    seed: str
    salt: str
    commitment: str
    first: int
    prelude: tuple[str, ...] = ()


class Acted(StoredEvent, frozen=True, tag="acted"):
    """`action` as the game record writes it."""

    seat: int
    action: str


class TakeBackAsked(StoredEvent, frozen=True, tag="take_back_asked"):
    seat: int
    actions: int


class TakeBackAgreed(StoredEvent, frozen=True, tag="take_back_agreed"):
    seat: int


class TakeBackRefused(StoredEvent, frozen=True, tag="take_back_refused"):
    seat: int


class TakenBack(StoredEvent, frozen=True, tag="taken_back"):
    """The last needed consent came from `seat`; `by` had asked."""

    seat: int
    by: int
    actions: int


class HandRearranged(StoredEvent, frozen=True, tag="rearranged"):
    seat: int
    order: tuple[int, ...]


class Noted(StoredEvent, frozen=True, tag="noted"):
    seat: int
    drawn: int
    text: str


class Said(StoredEvent, frozen=True, tag="said"):
    seat: int
    phrase: str | None = None
    text: str | None = None


class StoodUp(StoredEvent, frozen=True, tag="stood_up"):
    seat: int


class CameBack(StoredEvent, frozen=True, tag="came_back"):
    """The owner plays on, alone or in place of the bot that had taken over."""

    seat: int


class TimeRanOut(StoredEvent, frozen=True, tag="time_ran_out"):
    seat: int


class TakeoverAsked(StoredEvent, frozen=True, tag="takeover_asked"):
    seat: int
    by: int
    bot: str


class TakeoverAgreed(StoredEvent, frozen=True, tag="takeover_agreed"):
    seat: int
    by: int


class TakeoverRefused(StoredEvent, frozen=True, tag="takeover_refused"):
    seat: int
    by: int


class BotTookOver(StoredEvent, frozen=True, tag="bot_took_over"):
    seat: int
    by: int
    bot: str


class RematchOpened(StoredEvent, frozen=True, tag="rematch_opened"):
    table: str


AnyStored = (
    TableCreated
    | Seated
    | Renamed
    | Claimed
    | TokenRenewed
    | BotSeated
    | Vacated
    | OptionsSet
    | GameStarted
    | Acted
    | TakeBackAsked
    | TakeBackAgreed
    | TakeBackRefused
    | TakenBack
    | HandRearranged
    | Noted
    | Said
    | StoodUp
    | CameBack
    | TimeRanOut
    | TakeoverAsked
    | TakeoverAgreed
    | TakeoverRefused
    | BotTookOver
    | RematchOpened
)


class Entry(Struct, frozen=True):
    """One entry of the log. `command` is the idempotency id of the client command that caused it.

    `action` is what the text of an `Acted` means, where that is known from checking it: it is not stored.
    """

    n: int
    at: float
    event: Any
    command: str | None = None
    action: Action | None = None


def stored_row(table: str, entry: Entry) -> Row:
    return Row(table, entry.n, entry.at, encoded(entry.event).decode(), entry.command)


def entry_of(row: Row) -> Entry:
    return Entry(row.n, row.at, decoded(row.body), row.command)


_decoder = msgspec.json.Decoder(AnyStored)
_encoder = msgspec.json.Encoder()


def encoded(event: Any) -> bytes:
    return _encoder.encode(event)


def decoded(body: bytes | str) -> Any:
    return _decoder.decode(body)
