"""Rule errors, with a sentence in every language."""

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType

from hanabi.rules.cards import Card, Suit, Tile
from hanabi.texts import join, say


class RulesError(ValueError):
    """A RuleSet, deck or setup that cannot be played. `because` makes one with a sentence in every language."""

    key = ""
    values: Mapping[str, object] = MappingProxyType({})

    @classmethod
    def because(cls, reason: str, **values: object) -> "RulesError":
        """`name` is looked for among the `names`, if there are any."""
        error = cls()
        error.key, error.values = f"rules_error.{reason}", values
        error.args = (error.sentence(),)
        return error

    def sentence(self, lang: str = "en") -> str:
        if not self.key:
            return str(self)
        values = dict(self.values)
        if isinstance(names := values.pop("names", None), list):
            values |= {"name": repr(values["name"]), "suggestion": suggestion(str(values["name"]), names, lang)}
        return say(self.key, lang, **values)


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


def suggestion(name: str, names: list[str], lang: str = "en") -> str:
    """The end of an error about an unknown name: the nearest valid one, or all of them."""
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    if near:
        return say("suggestion.near", lang, near=repr(near[0]))
    return say("suggestion.all", lang, names=", ".join(names))
