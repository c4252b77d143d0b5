"""Every sentence the project shows to people, in six languages.

The catalogs are JSON files beside this one, each with all languages: ``game.json`` (said everywhere), ``web.json``
(only the browser), ``documents.json`` (what Python writes for the terminal and the server: rulebook, reviews,
puzzles, the course, mail) and ``terminal.json``. The browser reads the first two. A catalog is one flat object in
reading order, key to language to message:

* A message is a string with placeholders: ``"{player} draws a card."``
* A message that depends on a number is an object with one string per plural category of the language (CLDR),
  and under ``"n"`` the name of the placeholder that selects one of them:
  ``{"n": "cards", "one": "{cards} card is left.", "other": "{cards} cards are left."}``
  A form may leave out the selecting number; every other placeholder is in all forms and languages.
* There is no escaping or markup. Braces are only for placeholders.

A message is a whole sentence or a whole label, never a fragment. If a suit changes the words around it, there
is one key per suit (``log.discard.red``); numbers, names and lists from `join` are values.

>>> say("card.red", rank=3)
'red 3'
>>> say("play.deck", lang="pl", cards=22)
'W talii są 22 karty.'
"""

from hanabi.texts.catalog import catalog, has, keys
from hanabi.texts.languages import LANGUAGES, UnknownLanguage, default_language, match_language
from hanabi.texts.translation import MissingValue, UnknownKey, day_and_month, join, placeholders, say

__all__ = [
    "LANGUAGES",
    "MissingValue",
    "UnknownKey",
    "UnknownLanguage",
    "catalog",
    "day_and_month",
    "default_language",
    "has",
    "join",
    "keys",
    "match_language",
    "placeholders",
    "say",
]
