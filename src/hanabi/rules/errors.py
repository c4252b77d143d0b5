"""What can be refused, and how it is said."""

from difflib import get_close_matches

from hanabi.rules.cards import Card, Suit, Tile
from hanabi.texts import join, say


class RulesError(ValueError):
    """A RuleSet, deck or set-up that cannot be played."""


class IllegalAction(ValueError):
    """An action the rules refuse; nothing has changed.

    `reason` is a code, `values` what its sentence needs, and `sentence` says it in any language.
    Slots and seats are named as the code names them, from 0.
    """

    def __init__(self, reason: str, **values: object) -> None:
        self.reason = reason
        self.values = values
        super().__init__(self.sentence())

    def sentence(self, lang: str = "en") -> str:
        return say(
            f"illegal.{self.reason}", lang, **{name: _worded(value, lang) for name, value in self.values.items()}
        )


def _worded(value: object, lang: str) -> object:
    """Suits and cards by their names in that language, several things as a list."""
    if isinstance(value, tuple):
        return join([_worded(item, lang) for item in value], lang, style="or") if value else "–"
    if isinstance(value, Card):
        return say(f"card.{value.suit}", lang, rank=value.rank)
    if isinstance(value, Tile):
        return say(f"tile.{value}.title", lang)
    return say(f"suit.{value}", lang) if isinstance(value, Suit) else value


def near_miss(word: str, known: list[str]) -> str:
    """A helpful tail for an error about an unknown word."""
    close = get_close_matches(word, known, n=1, cutoff=0.5)
    if close:
        return f"did you mean {close[0]!r}?"
    return "known: " + ", ".join(known)
