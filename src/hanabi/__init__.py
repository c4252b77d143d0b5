"""Hanabi, the cooperative card game in which everybody sees your cards but you."""

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
