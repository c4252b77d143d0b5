"""A `View` from what a client of a table gets: the JSON of a view (`view_documents`), and the events that led to it.

Reads back what `view_writer` writes. It deals a game in which everything happens that the seat has seen: cards that it
cannot know get any faces that fit. A view is the same whatever the hidden cards are, so this is the true one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import hanabi.rules.event_documents as documents
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import TILES, Card
from hanabi.rules.referee import Referee
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.view_documents import SeenCard, SeenGame
from hanabi.rules.views import View

_ACTIONS = (
    documents.ClueEvent,
    documents.PlayEvent,
    documents.DiscardEvent,
    documents.ReshuffleEvent,
    documents.RescueEvent,
)


class UnreadableView(ValueError):
    """The events are not those of the whole game, so the view cannot be made from them."""


def read_view(
    rules: RuleSet, names: Sequence[str], first: int, seen: SeenGame, events: Iterable[documents.EventDocument]
) -> View:
    """The view of `seen.seat`; `events` are all since the deal, without those that were taken back."""
    happened = [event for event in events if type(event).__module__ == documents.__name__]
    actions = [event for event in happened if isinstance(event, _ACTIONS)]
    if len(actions) != seen.actions:
        raise UnreadableView(f"{seen.actions} actions were taken, but the events have {len(actions)}")
    deck, above = _deal(rules, len(names), seen, happened)
    tiles = [event.tile for event in happened if isinstance(event, documents.TileEvent)]
    rewards = [*tiles, *(tile for tile in TILES if tile not in tiles)] if rules.flamboyants else []
    table = Referee(rules, names, deck, rewards, first)
    for event in actions:
        table.act(_action(table, event, above))
    return table.view(seen.seat)


class _Reshuffled(NamedTuple):
    """The card that was put back, and the number of cards drawn before."""

    face: Card
    draws: int


def _deal(
    rules: RuleSet, players: int, seen: SeenGame, happened: list[documents.EventDocument]
) -> tuple[list[Card], int]:
    """A deck with which all this happens, and how deep in it a reshuffled card goes."""
    faces: dict[int, Card] = {}
    left = Counter(rules.cards)
    drawn, again = players * rules.hand_size_for(players), None
    for event in happened:
        drawn += isinstance(event, documents.DrawEvent)
        if isinstance(event, documents.PlayEvent | documents.DiscardEvent | documents.DrawEvent) and event.card:
            faces[event.draw] = Card.of(event.card)
        elif isinstance(event, documents.ReshuffleEvent):
            again = _Reshuffled(Card.of(event.card), drawn)
            left[again.face] += 1
    cards = [card for hand in seen.hands for card in hand.cards]
    faces |= {card.draw: Card.of(card.card) for card in cards if card.card is not None}
    left.subtract(faces.values())
    unknown = [card for card in cards if card.draw not in faces]
    fitting = _fitting_faces(seen, unknown, left, _early_copies(rules, faces, again), again)
    left.subtract(fitting.values())
    faces, rest = faces | fitting, left.elements()
    draws = [faces[draw] if draw in faces else next(rest) for draw in range(len(faces) + left.total())]
    if again is None:
        return draws, 0
    # Some later draw is the reshuffled card.
    place = draws.index(again.face, again.draws)
    return draws[:place] + draws[place + 1 :], place - again.draws


def _early_copies(rules: RuleSet, faces: dict[int, Card], again: _Reshuffled | None) -> int:
    """How many unknown cards from before the reshuffle may have the face of the reshuffled card."""
    if again is None:
        return 0
    known = [face for draw, face in faces.items() if draw < again.draws]
    return rules.copies(again.face) - known.count(again.face)


def _fitting_faces(
    seen: SeenGame, cards: list[SeenCard], left: Counter[Card], early: int, again: _Reshuffled | None
) -> dict[int, Card]:
    """Faces for the seat's own cards that fit their clues, from what is left; tries the most restricted card first."""
    if not cards:
        return {}
    open_faces = {card.draw: _faces(seen, card.open) for card in cards}
    card, *others = sorted(cards, key=lambda card: len(open_faces[card.draw]))
    for face in open_faces[card.draw]:
        is_early = again is not None and face == again.face and card.draw < again.draws
        if left[face] > 0 and (early > 0 or not is_early):
            rest = _fitting_faces(seen, others, left - Counter([face]), early - is_early, again)
            if len(rest) == len(others):
                return {card.draw: face} | rest
    return {}


def _faces(seen: SeenGame, masks: Sequence[int]) -> list[Card]:
    return [
        Card(suit, rank)
        for suit, mask in zip(seen.suits, masks, strict=True)
        for rank in seen.ranks
        if mask >> rank - 1 & 1
    ]


def _action(table: Referee, event: documents.EventDocument, above: int) -> Action:
    match event:
        case documents.ClueEvent(to=to, about=about):
            return Clue(to, about)
        case documents.PlayEvent(slot=slot, announced=announced):
            return Play(slot, announced)
        case documents.DiscardEvent(slot=slot):
            return Discard(slot)
        case documents.ReshuffleEvent(card=face):
            return Reshuffle(_card_id(table, face), above)
        case documents.RescueEvent(card=face):
            return Rescue(_card_id(table, face))
    raise AssertionError("unreachable")


def _card_id(table: Referee, face: str) -> int:
    """The id in views of the oldest card with this face in the discard pile."""
    return next(discarded.card_id for discarded in table.view().discards if str(discarded.card) == face)
