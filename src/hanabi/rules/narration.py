"""Describes events to one viewer, in their language: "Bo tells you that your card 2 is red."

The sentences count the cards of a hand from 1, not from slot 0.
"""

from dataclasses import dataclass

from hanabi.rules.cards import Card
from hanabi.rules.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardRescued,
    CardReshuffled,
    ClueGiven,
    CluesReturned,
    Event,
    FireworkCompleted,
    GameEnded,
    LastRoundBegan,
    StrikeMended,
    Struck,
    TileTurned,
    actor,
)
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.views import View
from hanabi.texts import join, say


def narrate(view: View, lang: str = "en") -> tuple[tuple[str, ...], ...]:
    """The sentences about every action the viewer has seen, one tuple per action."""
    hands = view.rules.hand_size_for(len(view.names)) * len(view.names)
    narrator = Narrator(view.rules, view.names, view.seat, lang, view.rules.clue_tokens, len(view.rules.cards) - hands)
    return tuple(tuple(narrator.describe(events)) for events in view.history)


def opening(view: View, lang: str = "en") -> str:
    """Says who has the first turn."""
    first = actor(view.history[0]) if view.history else view.player
    assert first is not None
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

    def describe(self, events: tuple[Event, ...]) -> list[str]:
        """The sentences about one action. Call it once per action, in order: it updates the counts."""
        seat = actor(events)
        sentences: list[str] = []
        for event in events:
            match event:
                case ClueGiven():
                    sentences += self._clue(event)
                case CardPlayed():
                    sentences.append(self._played(event, events))
                case CardDiscarded(card=card):
                    sentences.append(self._card_sentence("discard", seat, card))
                    self.clue_tokens = min(self.clue_tokens + 1, self.rules.clue_tokens)
                case CardReshuffled(card=card):
                    self.deck_size += 1
                    sentences.append(self._card_sentence("reshuffle", seat, card))
                case CardRescued(card=card):
                    sentences.append(self._card_sentence("rescue", seat, card))
                case TileTurned():
                    sentences += self._tile(event, events, seat)
                case CardDrawn():
                    sentences += self._drawn(event)
                case _:
                    sentences += self._consequence(event)
            if isinstance(event, FireworkCompleted) and _bonus_token_was_lost(events):
                sentences.append(say("log.clue_token.full", self.lang))
        return sentences

    def _clue(self, clue: ClueGiven) -> list[str]:
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

    def _played(self, played: CardPlayed, events: tuple[Event, ...]) -> str:
        if played.announced not in (None, played.card.suit):
            manner = ".misannounced"
        else:
            manner = ("" if played.announced is None else ".announced") + ("" if played.added else ".failed")
        strikes = next((event.strikes for event in events if isinstance(event, Struck)), None)
        return self._card_sentence("play", played.seat, played.card, manner, strikes=strikes, most=self.rules.strikes)

    def _tile(self, turned: TileTurned, events: tuple[Event, ...], seat: int) -> list[str]:
        title = say(f"tile.{turned.tile}.title", self.lang)
        sentences = [self._say("tile", seat, tile=title)]
        mended = any(isinstance(event, StrikeMended) for event in events)
        if not turned.waits and not mended and _returned_tokens(events) <= _announcement_tokens(events):
            sentences.append(say("log.tile.nothing", self.lang, tile=title))
        return sentences

    def _drawn(self, drawn: CardDrawn) -> list[str]:
        self.deck_size -= 1
        sentences = []
        if drawn.card is not None:
            sentences.append(self._card_sentence("draw", drawn.seat, drawn.card))
        elif self.deck_size:
            sentences.append(self._say("draw", drawn.seat))
        if not self.deck_size:
            sentences.append(self._say("deck.last", drawn.seat))
            if self.rules.all_or_nothing:
                sentences.append(say("log.deck.empty", self.lang))
        return sentences

    def _consequence(self, event: Event) -> list[str]:
        match event:
            case Struck():
                return []  # the sentence about the failed play says it
            case StrikeMended(strikes):
                return [say("log.strike.mended", self.lang, strikes=strikes)]
            case CluesReturned(tokens):
                first = self.clue_tokens + 1
                self.clue_tokens += tokens
                return [
                    say("log.clue_token", self.lang, clue_tokens=available)
                    for available in range(first, self.clue_tokens + 1)
                ]
            case FireworkCompleted(suit):
                return [say(f"log.firework.{suit}", self.lang)]
            case LastRoundBegan():
                return [say("log.last_round", self.lang)]
            case GameEnded(outcome):
                reason = say(f"reason.{outcome.reason}", self.lang, score=outcome.score)
                return [say("log.over", self.lang), reason]
        raise TypeError(f"there is no sentence for {event!r}")

    def _card_sentence(self, action: str, seat: int, card: Card, manner: str = "", **values: object) -> str:
        return self._say(f"{action}.{card.suit}{manner}", seat, rank=card.rank, **values)

    def _say(self, key: str, seat: int, **values: object) -> str:
        return say(f"log.{self._you(seat)}{key}", self.lang, player=self.names[seat], **values)

    def _you(self, seat: int) -> str:
        return "you." if seat == self.seat else ""


def _returned_tokens(events: tuple[Event, ...]) -> int:
    return sum(event.tokens for event in events if isinstance(event, CluesReturned))


def _announcement_tokens(events: tuple[Event, ...]) -> int:
    event = events[0]
    return int(isinstance(event, CardPlayed) and event.added and event.announced is not None)


def _bonus_token_was_lost(events: tuple[Event, ...]) -> bool:
    """A firework was completed while all tokens were available. A tile or the end of the game has its own sentences."""
    settled = any(isinstance(event, TileTurned | GameEnded) for event in events)
    return not settled and _returned_tokens(events) <= _announcement_tokens(events)
