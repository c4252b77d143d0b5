"""What happened, in order, and who saw what: all of it is public but the face of a card its owner drew."""

from dataclasses import dataclass, replace

from hanabi.rules.cards import Card, Suit
from hanabi.rules.outcome import Outcome


@dataclass(frozen=True, slots=True)
class ClueGiven:
    giver: int
    to: int
    about: str | int
    slots: tuple[int, ...]
    free: bool = False


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """`added` tells whether the card joined its firework."""

    seat: int
    slot: int
    card: Card
    added: bool
    announced: Suit | None = None


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    seat: int
    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class Struck:
    strikes: int


@dataclass(frozen=True, slots=True)
class StrikeMended:
    strikes: int


@dataclass(frozen=True, slots=True)
class CluesReturned:
    """Tokens that came back, beyond the one a discard always brings."""

    tokens: int


@dataclass(frozen=True, slots=True)
class FireworkCompleted:
    suit: Suit


@dataclass(frozen=True, slots=True)
class TileTurned:
    """`waits` tells whether the player must choose now."""

    tile: str
    waits: bool


@dataclass(frozen=True, slots=True)
class CardReshuffled:
    """Where it went, nobody knows."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardRescued:
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardDrawn:
    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class LastRoundBegan:
    turns: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    outcome: Outcome


Event = (
    ClueGiven
    | CardPlayed
    | CardDiscarded
    | Struck
    | StrikeMended
    | CluesReturned
    | FireworkCompleted
    | TileTurned
    | CardReshuffled
    | CardRescued
    | CardDrawn
    | LastRoundBegan
    | GameEnded
)


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as `seat` saw it (None: a spectator, who sees no hand)."""
    if isinstance(event, CardDrawn) and seat in (None, event.seat):
        return replace(event, card=None)
    return event
