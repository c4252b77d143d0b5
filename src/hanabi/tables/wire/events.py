"""The events as a client gets them: every one has `n`, the time `at` and its own `type`.

One stored event may show as several (a play, then a strike, then a draw), all with its number.
"""

from typing import Literal

from msgspec import Struct


class SeenEvent(Struct, frozen=True, kw_only=True, tag=True):
    n: int
    at: float


class Clued(SeenEvent, frozen=True, tag="clue"):
    giver: int
    to: int
    about: str | int
    slots: list[int]
    free: bool


class Played(SeenEvent, frozen=True, tag="play"):
    """`drawn` is the card's number; `added`: it joined its firework."""

    seat: int
    slot: int
    drawn: int
    card: str
    added: bool
    announced: str | None


class Discarded(SeenEvent, frozen=True, tag="discard"):
    seat: int
    slot: int
    drawn: int
    card: str


class Struck(SeenEvent, frozen=True, tag="strike"):
    strikes: int


class Mended(SeenEvent, frozen=True, tag="strike_mended"):
    strikes: int


class TokensReturned(SeenEvent, frozen=True, tag="clue_tokens"):
    """Beyond the one a discard always brings."""

    tokens: int


class FireworkFinished(SeenEvent, frozen=True, tag="firework"):
    suit: str


class TileTurned(SeenEvent, frozen=True, tag="tile"):
    """`waits`: the player must choose now."""

    tile: str
    waits: bool


class Reshuffled(SeenEvent, frozen=True, tag="reshuffle"):
    seat: int
    drawn: int
    card: str


class Rescued(SeenEvent, frozen=True, tag="rescue"):
    seat: int
    drawn: int
    card: str


class Drew(SeenEvent, frozen=True, tag="draw"):
    """`card` is null for its owner and for spectators."""

    seat: int
    drawn: int
    card: str | None


class LastRound(SeenEvent, frozen=True, tag="last_round"):
    turns: int


class Over(SeenEvent, frozen=True, tag="over"):
    outcome: Literal["won", "finished", "lost"]
    reason: Literal["complete", "deck", "strikes", "indispensable", "stuck"]
    score: int
    rating: str | None


class Created(SeenEvent, frozen=True, tag="created"):
    pass


class Sat(SeenEvent, frozen=True, tag="sat"):
    """Somebody took a seat, came back to it, or changed their name."""

    seat: int
    name: str


class BotSat(SeenEvent, frozen=True, tag="bot_sat"):
    seat: int
    name: str
    bot: str


class Stood(SeenEvent, frozen=True, tag="stood"):
    seat: int


class OptionsChanged(SeenEvent, frozen=True, tag="options_changed"):
    pass


class Started(SeenEvent, frozen=True, tag="started"):
    first: int


class TookBack(SeenEvent, frozen=True, tag="took_back"):
    """The game is again as it was after `actions` actions. Cards seen since stay seen."""

    seat: int
    actions: int


class TakeBackAsked(SeenEvent, frozen=True, tag="take_back_asked"):
    seat: int


class TakeBackAgreed(SeenEvent, frozen=True, tag="take_back_agreed"):
    seat: int


class TakeBackRefused(SeenEvent, frozen=True, tag="take_back_refused"):
    seat: int


class Rearranged(SeenEvent, frozen=True, tag="rearranged"):
    seat: int


class Said(SeenEvent, frozen=True, tag="said"):
    """A set phrase by its key (`phrase.*`) or free text, never both."""

    seat: int
    phrase: str | None
    text: str | None


class TimeUp(SeenEvent, frozen=True, tag="time_up"):
    seat: int


class TakeoverAsked(SeenEvent, frozen=True, tag="takeover_asked"):
    """`by` is who proposed that a bot plays for `seat`."""

    seat: int
    by: int
    bot: str


class TakeoverAgreed(SeenEvent, frozen=True, tag="takeover_agreed"):
    seat: int
    by: int


class TakeoverRefused(SeenEvent, frozen=True, tag="takeover_refused"):
    seat: int
    by: int


class RematchOpened(SeenEvent, frozen=True, tag="rematch"):
    table: str


AnySeenEvent = (
    Clued
    | Played
    | Discarded
    | Struck
    | Mended
    | TokensReturned
    | FireworkFinished
    | TileTurned
    | Reshuffled
    | Rescued
    | Drew
    | LastRound
    | Over
    | Created
    | Sat
    | BotSat
    | Stood
    | OptionsChanged
    | Started
    | TookBack
    | TakeBackAsked
    | TakeBackAgreed
    | TakeBackRefused
    | Rearranged
    | Said
    | TimeUp
    | TakeoverAsked
    | TakeoverAgreed
    | TakeoverRefused
    | RematchOpened
)
