"""The events as a client gets them: every one has `n`, the time `at` and its own `type`.

One stored event may show as several (a play, then a strike, then a draw), all with its number.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hanabi.rules.cards import Suit

Word = Annotated[str | int, Meta(title="Word", description="What a clue names: a color or a rank.")]


class WireEvent(Struct, frozen=True, kw_only=True, tag=True):
    n: int
    at: float


class ClueEvent(WireEvent, frozen=True, tag="clue"):
    giver: int
    to: int
    about: Word
    slots: list[int]
    free: bool


class PlayEvent(WireEvent, frozen=True, tag="play"):
    """`drawn` is the card's number; `added`: it joined its firework."""

    seat: int
    slot: int
    drawn: int
    card: str
    added: bool
    announced: Suit | None


class DiscardEvent(WireEvent, frozen=True, tag="discard"):
    seat: int
    slot: int
    drawn: int
    card: str


class StrikeEvent(WireEvent, frozen=True, tag="strike"):
    strikes: int


class StrikeMendedEvent(WireEvent, frozen=True, tag="strike_mended"):
    strikes: int


class ClueTokensEvent(WireEvent, frozen=True, tag="clue_tokens"):
    """Beyond the one a discard always brings."""

    tokens: int


class FireworkEvent(WireEvent, frozen=True, tag="firework"):
    suit: Suit


class TileEvent(WireEvent, frozen=True, tag="tile"):
    """`waits`: the player must choose now."""

    tile: str
    waits: bool


class ReshuffleEvent(WireEvent, frozen=True, tag="reshuffle"):
    seat: int
    drawn: int
    card: str


class RescueEvent(WireEvent, frozen=True, tag="rescue"):
    seat: int
    drawn: int
    card: str


class DrawEvent(WireEvent, frozen=True, tag="draw"):
    """`card` is null for its owner and for spectators."""

    seat: int
    drawn: int
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


class SatEvent(WireEvent, frozen=True, tag="sat"):
    """Somebody took a seat, came back to it, or changed their name."""

    seat: int
    name: str


class BotSatEvent(WireEvent, frozen=True, tag="bot_sat"):
    seat: int
    name: str
    bot: str


class StoodEvent(WireEvent, frozen=True, tag="stood"):
    seat: int


class OptionsChangedEvent(WireEvent, frozen=True, tag="options_changed"):
    pass


class StartedEvent(WireEvent, frozen=True, tag="started"):
    first: int


class TookBackEvent(WireEvent, frozen=True, tag="took_back"):
    """The game is again as it was after `actions` actions. Cards seen since stay seen."""

    seat: int
    actions: int


class TakeBackAskedEvent(WireEvent, frozen=True, tag="take_back_asked"):
    seat: int


class TakeBackAgreedEvent(WireEvent, frozen=True, tag="take_back_agreed"):
    seat: int


class TakeBackRefusedEvent(WireEvent, frozen=True, tag="take_back_refused"):
    seat: int


class RearrangedEvent(WireEvent, frozen=True, tag="rearranged"):
    seat: int


class SaidEvent(WireEvent, frozen=True, tag="said"):
    """A set phrase by its key (`phrase.*`) or free text, never both."""

    seat: int
    phrase: str | None
    text: str | None


class TimeUpEvent(WireEvent, frozen=True, tag="time_up"):
    seat: int


class TakeoverAskedEvent(WireEvent, frozen=True, tag="takeover_asked"):
    """`by` is who proposed that a bot plays for `seat`."""

    seat: int
    by: int
    bot: str


class TakeoverAgreedEvent(WireEvent, frozen=True, tag="takeover_agreed"):
    seat: int
    by: int


class TakeoverRefusedEvent(WireEvent, frozen=True, tag="takeover_refused"):
    seat: int
    by: int


class RematchEvent(WireEvent, frozen=True, tag="rematch"):
    table: str


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
)
