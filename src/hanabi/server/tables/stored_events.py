"""The log of a table: numbered events that are only ever appended. Replaying them rebuilds the table.

Keys and tokens are hashed, but the deal's seed is stored in the clear: the log never leaves the server.
"""

import msgspec
from msgspec import Struct, field

from hanabi.rules import Action
from hanabi.server.database import Row
from hanabi.server.tables.options import Options


class StoredEvent(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    pass


class StoredSeatEvent(StoredEvent, frozen=True):
    """Something that a seat did or that happened to it."""

    seat: int


class InitialSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a new table; `owner` and `guests` as in Occupant."""

    name: str | None = None
    bot: str | None = None
    keys: tuple[str, ...] = ()
    token: str | None = None
    account: int | None = None
    owner: str | None = None
    guests: tuple[int, ...] = ()


class Branch(Struct, frozen=True):
    """A given deal and the actions so far: a finished game to continue, or a daily deal.

    Without `deck` the seed determines the cards; with it, the seed only places reshuffled cards.
    """

    seed: str
    first: int
    actions: tuple[str, ...]
    deck: tuple[str, ...] = ()
    rewards: tuple[str, ...] = ()


class TableCreated(StoredEvent, frozen=True, tag="created"):
    """`origin` is the table of which this is a rematch or a branch, `daily` the day of a daily deal.

    `host_token` is for programs that open a table without sitting down.
    """

    options: Options
    host: str
    host_account: int | None = None
    host_token: str | None = None
    seats: tuple[InitialSeat, ...] = ()
    origin: str | None = None
    branch: Branch | None = None
    daily: str | None = None


class Seated(StoredSeatEvent, frozen=True, tag="seated"):
    name: str
    key: str
    token: str
    account: int | None = None


class Renamed(StoredSeatEvent, frozen=True, tag="renamed"):
    name: str


class Claimed(StoredSeatEvent, frozen=True, tag="claimed"):
    """Another device may act for the seat too, as its account if it has one.

    `replaces` is the key of the same browser before it signed in: from now on the seat belongs to the account.
    """

    key: str
    account: int | None = None
    replaces: str | None = None


class AccessRevoked(StoredSeatEvent, frozen=True, tag="access_revoked"):
    """These keys and accounts may no longer act for the seat; with a new `token`, old links may not either."""

    keys: tuple[str, ...] = ()
    accounts: tuple[int, ...] = ()
    token: str | None = None


class TokenRenewed(StoredSeatEvent, frozen=True, tag="token_renewed"):
    token: str


class BotSeated(StoredSeatEvent, frozen=True, tag="bot_seated"):
    bot: str
    name: str


class Vacated(StoredSeatEvent, frozen=True, tag="vacated"):
    pass


class OptionsSet(StoredEvent, frozen=True, tag="options_set"):
    options: Options


class GameStarted(StoredEvent, frozen=True, tag="started"):
    seed: str
    salt: str
    commitment: str
    first: int
    prelude: tuple[str, ...] = ()


class Acted(StoredSeatEvent, frozen=True, tag="acted"):
    """`action` is in the notation of game records."""

    action: str


class TakeBackAsked(StoredSeatEvent, frozen=True, tag="take_back_asked"):
    actions: int


class TakeBackAgreed(StoredSeatEvent, frozen=True, tag="take_back_agreed"):
    pass


class TakeBackRefused(StoredSeatEvent, frozen=True, tag="take_back_refused"):
    pass


class TakenBack(StoredSeatEvent, frozen=True, tag="taken_back"):
    """`by` asked, and `seat` was the last one to agree."""

    by: int
    actions: int


class HandRearranged(StoredSeatEvent, frozen=True, tag="rearranged"):
    order: tuple[int, ...]


class Noted(StoredSeatEvent, frozen=True, tag="noted"):
    draw: int = field(name="drawn")
    text: str


class Said(StoredSeatEvent, frozen=True, tag="said"):
    phrase: str | None = None
    text: str | None = None


class StoodUp(StoredSeatEvent, frozen=True, tag="stood_up"):
    pass


class CameBack(StoredSeatEvent, frozen=True, tag="came_back"):
    """The owner plays again, also in place of a bot that had taken over."""


class TimeRanOut(StoredSeatEvent, frozen=True, tag="time_ran_out"):
    pass


class TakeoverAsked(StoredSeatEvent, frozen=True, tag="takeover_asked"):
    by: int
    bot: str


class TakeoverAgreed(StoredSeatEvent, frozen=True, tag="takeover_agreed"):
    by: int


class TakeoverRefused(StoredSeatEvent, frozen=True, tag="takeover_refused"):
    by: int


class BotTookOver(StoredSeatEvent, frozen=True, tag="bot_took_over"):
    by: int
    bot: str


class RematchOpened(StoredEvent, frozen=True, tag="rematch_opened"):
    table: str


class ClosedByOperator(StoredEvent, frozen=True, tag="closed"):
    """An operator has closed the table for everybody."""

    reason: str = ""


class HiddenByOperator(StoredEvent, frozen=True, tag="hidden"):
    """An operator has removed the table from all lists, or put it back."""

    hidden: bool = True


AnyStored = (
    TableCreated
    | Seated
    | Renamed
    | Claimed
    | AccessRevoked
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
    | ClosedByOperator
    | HiddenByOperator
)


class Entry(Struct, frozen=True):
    """One entry of the log. `command` is the idempotency id of the client command that caused it.

    `action` is the parsed action of an `Acted`, if the move was checked in this process. It is not stored.
    """

    n: int
    at: float
    event: AnyStored
    command: str | None = None
    action: Action | None = None


def stored_row(table: str, entry: Entry) -> Row:
    return Row(table, entry.n, entry.at, encoded_event(entry.event).decode(), entry.command)


def entry_of(row: Row) -> Entry:
    return Entry(row.n, row.at, decoded_event(row.body), row.command)


_decoder = msgspec.json.Decoder(AnyStored)
_encoder = msgspec.json.Encoder()


def encoded_event(event: AnyStored) -> bytes:
    return _encoder.encode(event)


def decoded_event(body: bytes | str) -> AnyStored:
    event: AnyStored = _decoder.decode(body)
    return event
