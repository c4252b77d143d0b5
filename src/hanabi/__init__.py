"""Hanabi, the cooperative card game in which everybody sees your cards but you."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hanabi.game import Game
    from hanabi.records import Record, RecordError, load, open_game
    from hanabi.rules import Card, IllegalAction, RulesError, RuleSet, Suit, View
    from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle

__version__ = "0.2.0"

__all__ = [
    "Action",
    "Card",
    "Clue",
    "Discard",
    "Game",
    "IllegalAction",
    "Play",
    "Record",
    "RecordError",
    "Rescue",
    "Reshuffle",
    "RuleSet",
    "RulesError",
    "Suit",
    "View",
    "load",
    "open_game",
]


def __getattr__(name: str) -> Any:
    """Import the public names when the first of them is used: `hanabi --help` needs none of them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    for module in ("hanabi.rules", "hanabi.rules.actions", "hanabi.records", "hanabi.game"):
        found = vars(import_module(module))
        globals().update({public: found[public] for public in __all__ if public in found})
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
