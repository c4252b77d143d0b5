"""What a seat has seen of a game as JSON, with the numbers under which cards were drawn."""

from typing import Any

from hanabi.rules import events
from hanabi.rules.cards import Card
from hanabi.rules.event_document import event_document
from hanabi.rules.views import View


class HistoryDocuments:
    """The events of one game as documents, followed from the deal on."""

    def __init__(self, view: View) -> None:
        held = view.rule_tables.hand_size
        players = len(view.names)
        self.actions = 0  # that are followed
        self._drawn = players * held
        # The number of each card: in the hands, and in the discard pile with its face.
        self._hands = [list(range(seat * held, (seat + 1) * held)) for seat in range(players)]
        self._pile: list[tuple[int, Card]] = []
        self._strikes = 0
        self._strikes_max = view.rules.strikes

    def new_events(self, view: View) -> list[dict[str, Any]]:
        """The events since the last call."""
        found = []
        for action in view.history[self.actions :]:
            self._strikes += sum(isinstance(event, events.Struck) for event in action)
            found += [self._document(event) for event in action]
        self.actions = len(view.history)
        return found

    def discard_ids(self, view: View) -> dict[int, int]:
        """The number of each discarded card, by its id in the view."""
        return {thrown.card_id: drawn for thrown, (drawn, _) in zip(view.discards, self._pile, strict=True)}

    def _document(self, event: events.Event) -> dict[str, Any]:
        number = self._follow(event)
        return event_document(event, drawn=number, strikes=self._strikes, strikes_max=self._strikes_max)

    def _follow(self, event: events.Event) -> int:
        """Take account of an event; returns the number of the card that it is about."""
        match event:
            case events.CardPlayed(seat=seat, slot=slot, card=card, added=added):
                number = self._hands[seat].pop(slot)
                if not added:
                    self._pile.append((number, card))
                return number
            case events.CardDiscarded(seat=seat, slot=slot, card=card):
                number = self._hands[seat].pop(slot)
                self._pile.append((number, card))
                return number
            case events.CardDrawn(seat=seat):
                self._hands[seat].append(self._drawn)
                self._drawn += 1
                return self._drawn - 1
            case events.CardReshuffled(card=card) | events.CardRescued(card=card):
                place = [face for _, face in self._pile].index(card)
                return self._pile.pop(place)[0]
            case events.StrikeMended(strikes=strikes):
                self._strikes = strikes
        return 0
