"""Events of a game as JSON (docs/protocol.md): tables, replays and the line protocol send these Structs."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from hanabi.rules import events
from hanabi.rules.cards import Suit
from hanabi.rules.outcome import Outcome

Word = Annotated[str | int, Meta(title="Word", description="What a clue names: a color or a rank.")]


class EventDocument(Struct, kw_only=True, tag=True):
    """`n` and `at` are the number and time of the log entry. The line protocol has neither.

    One log entry may become several events (a play, a strike, a draw), all with its number.
    """

    n: int | UnsetType = UNSET
    at: float | UnsetType = UNSET


def stamp(documents: Iterable[EventDocument], n: int, at: float) -> None:
    for document in documents:
        document.n, document.at = n, at


class SeatEvent(EventDocument):
    """Something that a seat did or that happened to it."""

    seat: int


class ClueEvent(EventDocument, tag="clue"):
    giver: int
    to: int
    about: Word
    slots: list[int]
    free: bool


class PlayEvent(SeatEvent, tag="play"):
    """`drawn` is the draw number; `added`: the card joined its firework; `strike`: the number of the strike, if any."""

    slot: int
    draw: int = field(name="drawn")
    card: str
    added: bool
    announced: Suit | None
    strike: int | None
    strikes_max: int


class DiscardEvent(SeatEvent, tag="discard"):
    slot: int
    draw: int = field(name="drawn")
    card: str


class StrikeEvent(EventDocument, tag="strike"):
    strikes: int


class StrikeMendedEvent(EventDocument, tag="strike_mended"):
    strikes: int


class ClueTokensEvent(EventDocument, tag="clue_tokens"):
    """Besides the token for a discard; 0 if all were available already."""

    tokens: int


class FireworkEvent(EventDocument, tag="firework"):
    suit: Suit


class TileEvent(EventDocument, tag="tile"):
    """`waits`: the player must choose now. `effect`: it does anything at all."""

    tile: str
    waits: bool
    effect: bool


class ReshuffleEvent(SeatEvent, tag="reshuffle"):
    draw: int = field(name="drawn")
    card: str


class RescueEvent(SeatEvent, tag="rescue"):
    draw: int = field(name="drawn")
    card: str


class DrawEvent(SeatEvent, tag="draw"):
    """`card` is null for its owner and for spectators."""

    draw: int = field(name="drawn")
    card: str | None


class DeckEmptyEvent(EventDocument, tag="deck_empty"):
    """The last card was drawn, and no last round begins."""


class LastRoundEvent(EventDocument, tag="last_round"):
    turns: int


class OverEvent(EventDocument, tag="over"):
    outcome: Literal["won", "finished", "lost"]
    reason: Literal["complete", "deck", "strikes", "indispensable", "stuck", "agreement"]
    score: int
    rating: str | None


def over_event(outcome: Outcome) -> OverEvent:
    return OverEvent(**outcome.to_dict())


def event_document(event: events.Event, *, drawn: int, strikes: int, strikes_max: int) -> EventDocument:
    """`drawn` is the draw number of the card in the event; `strikes` is the count after the action."""
    match event:
        case events.ClueGiven(giver, to, about, slots, free):
            return ClueEvent(giver=giver, to=to, about=about, slots=list(slots), free=free)
        case events.CardPlayed(seat, slot, card, added, announced):
            return PlayEvent(
                seat=seat,
                slot=slot,
                draw=drawn,
                card=str(card),
                added=added,
                announced=announced,
                strike=None if added else strikes,
                strikes_max=strikes_max,
            )
        case events.CardDiscarded(seat, slot, card):
            return DiscardEvent(seat=seat, slot=slot, draw=drawn, card=str(card))
        case events.CardDrawn(seat, face):
            return DrawEvent(seat=seat, draw=drawn, card=None if face is None else str(face))
        case events.CardReshuffled(seat, card):
            return ReshuffleEvent(seat=seat, draw=drawn, card=str(card))
        case events.CardRescued(seat, card):
            return RescueEvent(seat=seat, draw=drawn, card=str(card))
        case events.GameEnded(outcome):
            return over_event(outcome)
        case events.Struck(strikes):
            return StrikeEvent(strikes=strikes)
        case events.StrikeMended(strikes):
            return StrikeMendedEvent(strikes=strikes)
        case events.CluesReturned(tokens):
            return ClueTokensEvent(tokens=tokens)
        case events.FireworkCompleted(suit):
            return FireworkEvent(suit=suit)
        case events.TileTurned(tile, waits, effect):
            return TileEvent(tile=tile, waits=waits, effect=effect)
        case events.DeckEmptied():
            return DeckEmptyEvent()
        case events.LastRoundBegan(turns):
            return LastRoundEvent(turns=turns)
