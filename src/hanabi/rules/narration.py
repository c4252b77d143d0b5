"""Describes events to one viewer, in their language: "Bo tells you that your card 2 is red."

The sentences count the cards of a hand from 1, not from slot 0.
"""

from dataclasses import dataclass

from hanabi.rules import events
from hanabi.rules.cards import Card
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.views import View
from hanabi.texts import join, say


def narrate(view: View, lang: str = "en") -> tuple[tuple[str, ...], ...]:
    """The sentences about every action the viewer has seen, one tuple per action."""
    hands = view.rules.hand_size_for(len(view.names)) * len(view.names)
    narrator = Narrator(view.rules, view.names, view.seat, lang, view.rules.clue_tokens, len(view.rules.cards) - hands)
    return tuple(tuple(narrator.describe(action_events)) for action_events in view.history)


def opening(view: View, lang: str = "en") -> str:
    """Says who has the first turn."""
    first = events.actor(view.history[0]) if view.history else view.erased.player
    return say("log.you.begin" if first == view.seat else "log.begin", lang, player=view.names[first])


@dataclass
class Narrator:
    """Follows a game event by event, and counts the clue tokens and the deck for its sentences."""

    rules: RuleSet
    names: tuple[str, ...]
    seat: int | None
    lang: str
    clue_tokens: int
    deck_size: int

    def describe(self, action_events: tuple[events.Event, ...]) -> list[str]:
        """The sentences about one action. Call it once per action, in order: it updates the counts."""
        seat = events.actor(action_events)
        sentences: list[str] = []
        for event in action_events:
            match event:
                case events.ClueGiven():
                    sentences += self._clue(event)
                case events.CardPlayed():
                    sentences.append(self._played(event, action_events))
                case events.CardDiscarded(card=card):
                    sentences.append(self._card_sentence("discard", seat, card))
                    self.clue_tokens = min(self.clue_tokens + 1, self.rules.clue_tokens)
                case events.CardReshuffled(card=card):
                    self.deck_size += 1
                    sentences.append(self._card_sentence("reshuffle", seat, card))
                case events.CardRescued(card=card):
                    sentences.append(self._card_sentence("rescue", seat, card))
                case events.TileTurned():
                    sentences += self._tile(event, seat)
                case events.CardDrawn():
                    sentences += self._drawn(event)
                case _:
                    sentences += self._consequence(event)
        return sentences

    def _clue(self, clue: events.ClueGiven) -> list[str]:
        if not clue.free:
            self.clue_tokens -= 1
        about = clue.about if isinstance(clue.about, str) else "rank"
        to_you = "to_you." if clue.to == self.seat else self._you(clue.giver)
        sentences = [self._say("free_clue", clue.giver)] if clue.free else []
        sentences.append(
            say(
                f"log.{to_you}clue.{about}" + ("" if clue.slots else ".none"),
                self.lang,
                player=self.names[clue.giver],
                to=self.names[clue.to],
                cards=len(clue.slots),
                slots=join([slot + 1 for slot in clue.slots], self.lang),
                rank=clue.about,
            )
        )
        return sentences

    def _played(self, played: events.CardPlayed, action_events: tuple[events.Event, ...]) -> str:
        if played.announced not in (None, played.card.suit):
            manner = ".misannounced"
        else:
            manner = ("" if played.announced is None else ".announced") + ("" if played.added else ".failed")
        strikes = next((event.strikes for event in action_events if isinstance(event, events.Struck)), None)
        announced = None if played.announced is None else say(f"suit.{played.announced}", self.lang)
        values = {"strikes": strikes, "most": self.rules.strikes, "announced": announced}
        return self._card_sentence("play", played.seat, played.card, manner, **values)

    def _tile(self, turned: events.TileTurned, seat: int) -> list[str]:
        title = say(f"tile.{turned.tile}.title", self.lang)
        sentences = [self._say("tile", seat, tile=title)]
        if not turned.effect:
            sentences.append(say("log.tile.nothing", self.lang, tile=title))
        return sentences

    def _drawn(self, drawn: events.CardDrawn) -> list[str]:
        self.deck_size -= 1
        sentences = []
        if drawn.card is not None:
            sentences.append(self._card_sentence("draw", drawn.seat, drawn.card))
        elif self.deck_size:
            sentences.append(self._say("draw", drawn.seat))
        if not self.deck_size:
            sentences.append(self._say("deck.last", drawn.seat))
        return sentences

    def _consequence(self, event: events.Event) -> list[str]:
        match event:
            case events.Struck():
                return []  # the sentence about the failed play says it
            case events.StrikeMended(strikes):
                return [say("log.strike.mended", self.lang, strikes=strikes)]
            case events.DeckEmptied():
                return [say("log.deck.empty", self.lang)]
            case events.CluesReturned(tokens=0):
                return [say("log.clue_token.full", self.lang)]
            case events.CluesReturned(tokens):
                first = self.clue_tokens + 1
                self.clue_tokens += tokens
                return [
                    say("log.clue_token", self.lang, clue_tokens=available)
                    for available in range(first, self.clue_tokens + 1)
                ]
            case events.FireworkCompleted(suit):
                return [say(f"log.firework.{suit}", self.lang)]
            case events.LastRoundBegan():
                return [say("log.last_round", self.lang)]
            case events.GameEnded(outcome):
                reason = say(f"reason.{outcome.reason}", self.lang, score=outcome.score)
                return [say("log.over", self.lang), reason]
        raise TypeError(f"there is no sentence for {event!r}")

    def _card_sentence(self, action: str, seat: int, card: Card, manner: str = "", **values: object) -> str:
        return self._say(f"{action}.{card.suit}{manner}", seat, rank=card.rank, **values)

    def _say(self, key: str, seat: int, **values: object) -> str:
        return say(f"log.{self._you(seat)}{key}", self.lang, player=self.names[seat], **values)

    def _you(self, seat: int) -> str:
        return "you." if seat == self.seat else ""
