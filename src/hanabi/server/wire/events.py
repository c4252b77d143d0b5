"""Events for clients: each has a number `n`, a time `at` and a `type`.

One stored event may become several (a play, a strike, a draw), all with its number.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from hanabi.rules import Suit

Word = Annotated[str | int, Meta(title="Word", description="What a clue names: a color or a rank.")]


class WireEvent(Struct, frozen=True, kw_only=True, tag=True):
    n: int
    at: float


class SeatEvent(WireEvent, frozen=True):
    """Something that a seat did or that happened to it."""

    seat: int


class ClueEvent(WireEvent, frozen=True, tag="clue"):
    giver: int
    to: int
    about: Word
    slots: list[int]
    free: bool


class PlayEvent(SeatEvent, frozen=True, tag="play"):
    """`drawn` is the draw number; `added`: the card joined its firework; `strike`: the number of the strike, if any."""

    slot: int
    draw: int = field(name="drawn")
    card: str
    added: bool
    announced: Suit | None
    strike: int | None
    strikes_max: int


class DiscardEvent(SeatEvent, frozen=True, tag="discard"):
    slot: int
    draw: int = field(name="drawn")
    card: str


class StrikeEvent(WireEvent, frozen=True, tag="strike"):
    strikes: int


class StrikeMendedEvent(WireEvent, frozen=True, tag="strike_mended"):
    strikes: int


class ClueTokensEvent(WireEvent, frozen=True, tag="clue_tokens"):
    """Besides the token for a discard."""

    tokens: int


class FireworkEvent(WireEvent, frozen=True, tag="firework"):
    suit: Suit


class TileEvent(WireEvent, frozen=True, tag="tile"):
    """`waits`: the player must choose now."""

    tile: str
    waits: bool


class ReshuffleEvent(SeatEvent, frozen=True, tag="reshuffle"):
    draw: int = field(name="drawn")
    card: str


class RescueEvent(SeatEvent, frozen=True, tag="rescue"):
    draw: int = field(name="drawn")
    card: str


class DrawEvent(SeatEvent, frozen=True, tag="draw"):
    """`card` is null for its owner and for spectators."""

    draw: int = field(name="drawn")
    card: str | None


class LastRoundEvent(WireEvent, frozen=True, tag="last_round"):
    turns: int


class OverEvent(WireEvent, frozen=True, tag="over"):
    outcome: Literal["won", "finished", "lost"]
    reason: Literal["complete", "deck", "strikes", "indispensable", "stuck"]
    score: int
    rating: str | None


class CreatedEvent(WireEvent, frozen=True, tag="created"):
    pass


class SatEvent(SeatEvent, frozen=True, tag="sat"):
    """A player took a seat, came back to it, or changed names."""

    name: str


class BotSatEvent(SeatEvent, frozen=True, tag="bot_sat"):
    name: str
    bot: str


class StoodEvent(SeatEvent, frozen=True, tag="stood"):
    pass


class OptionsChangedEvent(WireEvent, frozen=True, tag="options_changed"):
    pass


class StartedEvent(WireEvent, frozen=True, tag="started"):
    first: int


class TookBackEvent(SeatEvent, frozen=True, tag="took_back"):
    """The game is back at `actions` actions. Cards shown since then stay known."""

    actions: int


class TakeBackAskedEvent(SeatEvent, frozen=True, tag="take_back_asked"):
    pass


class TakeBackAgreedEvent(SeatEvent, frozen=True, tag="take_back_agreed"):
    pass


class TakeBackRefusedEvent(SeatEvent, frozen=True, tag="take_back_refused"):
    pass


class RearrangedEvent(SeatEvent, frozen=True, tag="rearranged"):
    pass


class SaidEvent(SeatEvent, frozen=True, tag="said"):
    """A set phrase by its key (`phrase.*`) or free text, never both."""

    phrase: str | None
    text: str | None


class TimeUpEvent(SeatEvent, frozen=True, tag="time_up"):
    pass


class TakeoverAskedEvent(SeatEvent, frozen=True, tag="takeover_asked"):
    """`by` proposed that a bot plays for `seat`."""

    by: int
    bot: str


class TakeoverAgreedEvent(SeatEvent, frozen=True, tag="takeover_agreed"):
    by: int


class TakeoverRefusedEvent(SeatEvent, frozen=True, tag="takeover_refused"):
    by: int


class RematchEvent(WireEvent, frozen=True, tag="rematch"):
    table: str


class ClosedEvent(WireEvent, frozen=True, tag="closed"):
    """An operator has closed the table; its sockets close with 4014."""

    reason: str


AnySeenEvent = (
    ClueEvent
    | PlayEvent
    | DiscardEvent
    | StrikeEvent
    | StrikeMendedEvent
    | ClueTokensEvent
    | FireworkEvent
    | TileEvent
    | ReshuffleEvent
    | RescueEvent
    | DrawEvent
    | LastRoundEvent
    | OverEvent
    | CreatedEvent
    | SatEvent
    | BotSatEvent
    | StoodEvent
    | OptionsChangedEvent
    | StartedEvent
    | TookBackEvent
    | TakeBackAskedEvent
    | TakeBackAgreedEvent
    | TakeBackRefusedEvent
    | RearrangedEvent
    | SaidEvent
    | TimeUpEvent
    | TakeoverAskedEvent
    | TakeoverAgreedEvent
    | TakeoverRefusedEvent
    | RematchEvent
    | ClosedEvent
)
