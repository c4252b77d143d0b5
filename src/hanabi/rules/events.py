"""What happened, in order. Everything is public except the face of a drawn card, which its owner does not see."""

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
    """`added`: the card joined its firework."""

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
    """Clue tokens returned, not counting the one for a discard; 0 if all were available already."""

    tokens: int


@dataclass(frozen=True, slots=True)
class FireworkCompleted:
    suit: Suit


@dataclass(frozen=True, slots=True)
class TileTurned:
    """`waits`: the player has to choose now. `effect`: it does anything at all."""

    tile: str
    waits: bool
    effect: bool = True


@dataclass(frozen=True, slots=True)
class CardReshuffled:
    """The place in the deck is hidden from everyone, so it is not in the event."""

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
class DeckEmptied:
    """The last card was drawn, and no last round begins."""


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
    | DeckEmptied
    | LastRoundBegan
    | GameEnded
)


def as_seen_by(event: Event, seat: int | None) -> Event:
    """The event as `seat` saw it (None: a spectator, who sees no hand)."""
    if isinstance(event, CardDrawn) and seat in (None, event.seat):
        return replace(event, card=None)
    return event


def actor(events: tuple[Event, ...]) -> int:
    """The seat that acted; the first event describes the action."""
    match events[0]:
        case ClueGiven(giver=seat) | CardPlayed(seat=seat) | CardDiscarded(seat=seat):
            return seat
        case CardReshuffled(seat=seat) | CardRescued(seat=seat):
            return seat
    raise ValueError(f"{events[0]!r} is not a player's action")
