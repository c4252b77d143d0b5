"""The printed editions, one TOML file each; adding an edition changes no other file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from hanabi.rules.errors import RulesError, suggestion

Offer = Mapping[str, "list[Any] | str"]


@dataclass(frozen=True)
class Edition:
    """A rulebook: what it changes in the common base game and which switches it offers on top.

    `title` names it and `text` says in a line what differs, by language. The book offers each switch alone, and
    those of a set in `together` with each other. `first` is who begins; `remarks` says whether it permits remarks that
    give nothing away, or names them as an example of what a group may permit; `upside_down`: a card may be held so, as
    a memory mark; `commends`: the switches for which a team may add a commendation to its result.
    """

    code: str
    language: str
    base: Mapping[str, Any]
    offers: tuple[Offer, ...]
    title: Mapping[str, str]
    text: Mapping[str, str]
    first: Literal["anyone", "colorful", "oldest"]
    remarks: Literal["none", "example", "always"] = "none"
    together: tuple[frozenset[str], ...] = ()
    upside_down: bool = False
    commends: tuple[str, ...] = ()
    rates_lost_games: bool = False

    def prints(self, switches: Mapping[str, Any], changed: set[str]) -> bool:
        """Whether the book describes this game: its changed switches go together, and the terms of each are met."""
        variants = changed - {"multicolor_cards"}
        return (len(variants) <= 1 or variants in self.together) and all(
            any(
                name in offer and all(_allows(terms, switches[key]) for key, terms in offer.items())
                for offer in self.offers
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
    found = {}
    for file in sorted(resources.files(__name__).iterdir(), key=lambda item: item.name):
        if file.name.endswith(".toml"):
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            together = tuple(frozenset(names) for names in data.get("together", ()))
            commends = tuple(data.get("commends", ()))
            lists = {"offers": tuple(data["offers"]), "together": together, "commends": commends}
            found[data["code"]] = Edition(**{**data, **lists})
    return found


def edition(code: object) -> Edition:
    known = editions()
    if not isinstance(code, str) or code not in known:
        raise RulesError(f"there is no edition {code!r}; {suggestion(str(code), list(known))}")
    return known[code]
