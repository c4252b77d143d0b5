"""Hanabi, the cooperative card game in which everybody sees your cards but you."""

from hanabi.game import Game
from hanabi.records.loader import open_game
from hanabi.records.record import Record, RecordError, load
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import Card, Suit
from hanabi.rules.errors import IllegalAction, RulesError
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.views import View

__version__ = "0.1.0"

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
