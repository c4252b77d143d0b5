"""Rule errors, with a sentence in every language."""

from difflib import get_close_matches

from hanabi.rules.cards import Card, Suit, Tile
from hanabi.texts import join, say


class RulesError(ValueError):
    """A RuleSet, deck or setup that cannot be played."""


class IllegalAction(ValueError):
    """An action that the rules refuse; nothing has changed.

    `reason` is a code, `values` fill the placeholders of its sentence, and `sentence` gives it in any language.
    Slots and seats count from 0.
    """

    def __init__(self, reason: str, **values: object) -> None:
        self.reason = reason
        self.values = values
        super().__init__(self.sentence())

    def sentence(self, lang: str = "en") -> str:
        return say(
            f"illegal.{self.reason}", lang, **{name: _translated(value, lang) for name, value in self.values.items()}
        )


def _translated(value: object, lang: str) -> object:
    """Suits, cards and tiles by name; a tuple as a list."""
    if isinstance(value, tuple):
        return join([_translated(item, lang) for item in value], lang, style="or") if value else "–"
    if isinstance(value, Card):
        return say(f"card.{value.suit}", lang, rank=value.rank)
    if isinstance(value, Tile):
        return say(f"tile.{value}.title", lang)
    return say(f"suit.{value}", lang) if isinstance(value, Suit) else value


def suggestion(name: str, names: list[str]) -> str:
    """The end of an error about an unknown name: the nearest valid one, or all of them."""
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    if near:
        return f"did you mean {near[0]!r}?"
    return "choose from: " + ", ".join(names)
