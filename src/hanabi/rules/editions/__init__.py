"""The printed editions, one TOML file each; adding an edition changes no other file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from hanabi.rules.errors import RulesError, suggestion

Offer = Mapping[str, "list[Any] | str"]


@dataclass(frozen=True)
class Edition:
    """A rulebook: what it changes in the common base game and which switches it offers on top.

    `title` names it and `text` says in a line what differs, by language.
    """

    code: str
    language: str
    base: Mapping[str, Any]
    offers: tuple[Offer, ...]
    title: Mapping[str, str]
    text: Mapping[str, str]

    def offers_all(self, switches: Mapping[str, Any], changed: set[str]) -> bool:
        """Whether the book describes this game: every changed switch belongs to an offer whose terms are met."""
        return all(
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
            found[data["code"]] = Edition(**{**data, "offers": tuple(data["offers"])})
    return found


def edition(code: object) -> Edition:
    known = editions()
    if not isinstance(code, str) or code not in known:
        raise RulesError(f"there is no edition {code!r}; {suggestion(str(code), list(known))}")
    return known[code]
