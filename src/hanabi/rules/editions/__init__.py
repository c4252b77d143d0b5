"""The printed editions, one TOML file each; adding an edition changes no other file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from hanabi.rules.errors import RulesError

VariantTerms = Mapping[str, "list[Any] | str"]


@dataclass(frozen=True)
class Edition:
    """A rulebook: what it changes in the common base game, and the variants it offers on top.

    `title` and `text` (one line about what differs) are by language. Each switch can be used alone, and the switches
    of a set in `together` can be combined. `first` is who starts. `remarks` says whether harmless remarks are allowed,
    or mentioned as something a group may allow. `upside_down`: a card may be held upside down as a reminder.
    `commends`: the switches for which a team may add a commendation to its result.
    """

    code: str
    language: str
    base: Mapping[str, Any]
    variants: tuple[VariantTerms, ...]
    title: Mapping[str, str]
    text: Mapping[str, str]
    first: Literal["anyone", "colorful", "oldest"]
    remarks: Literal["none", "example", "always"] = "none"
    together: tuple[frozenset[str], ...] = ()
    upside_down: bool = False
    commends: tuple[str, ...] = ()
    rates_lost_games: bool = False

    def offers(self, switches: Mapping[str, Any], changed: set[str]) -> bool:
        """Whether the book describes this game: the changed switches can be combined, and the terms of each are met."""
        switched = changed - {"multicolor_cards"}
        return (len(switched) <= 1 or switched in self.together) and self.prints(switches, changed)

    def prints(self, switches: Mapping[str, Any], changed: set[str]) -> bool:
        """Whether the book describes each of the changed switches, together or not."""
        return all(
            any(
                name in variant and all(_allows(terms, switches[key]) for key, terms in variant.items())
                for variant in self.variants
            )
            for name in changed
        )


def _allows(terms: list[Any] | str, value: Any) -> bool:
    if isinstance(terms, str):
        return int(value) >= int(terms.removesuffix("+"))
    return value in terms


@cache
def editions() -> dict[str, Edition]:
    """All editions by their code."""
    books = {}
    for file in sorted(resources.files(__name__).iterdir(), key=lambda item: item.name):
        if file.name.endswith(".toml"):
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            together = tuple(frozenset(names) for names in data.get("together", ()))
            commends = tuple(data.get("commends", ()))
            lists = {"variants": tuple(data["variants"]), "together": together, "commends": commends}
            books[data["code"]] = Edition(**{**data, **lists})
    return books


def edition(code: object) -> Edition:
    books = editions()
    if not isinstance(code, str) or code not in books:
        raise RulesError.because("no_edition", name=code, names=list(books))
    return books[code]
