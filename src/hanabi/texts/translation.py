"""Formats messages: selects plural forms, fills in values, and joins lists."""

import re
from collections.abc import Iterable
from datetime import date
from operator import index
from typing import TYPE_CHECKING, Literal, SupportsIndex

from hanabi.texts.catalog import Message, catalog
from hanabi.texts.languages import LANGUAGES, UnknownLanguage

if TYPE_CHECKING:
    from babel import Locale

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class UnknownKey(KeyError):
    """No catalog has this key; the message names the most similar one."""

    def __init__(self, key: str) -> None:
        from difflib import get_close_matches

        near = get_close_matches(key, catalog(), n=1)
        super().__init__(f"no text {key!r}" + (f": did you mean {near[0]!r}?" if near else ""))
        self.key = key

    def __str__(self) -> str:
        return str(self.args[0])


class MissingValue(ValueError):
    """A placeholder has no value, or the value that selects a plural form is not a number."""


def say(key: str, /, lang: str = "en", **values: object) -> str:
    """The message in that language. Values without a placeholder are ignored."""
    try:
        message = catalog(lang)[key]
    except KeyError:
        raise UnknownKey(key) from None
    text = message if isinstance(message, str) else message[_plural_category(key, message["n"], lang, values)]

    def fill(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise MissingValue(f"text {key!r} needs a value for {match[1]!r}: {text!r}")
        return str(values[match[1]])

    return _PLACEHOLDER.sub(fill, text)


def placeholders(message: Message) -> frozenset[str]:
    """The values a message needs, including the number that selects its plural form."""
    if isinstance(message, str):
        return frozenset(_PLACEHOLDER.findall(message))
    named = {name for form, text in message.items() if form != "n" for name in _PLACEHOLDER.findall(text)}
    return frozenset(named | {message["n"]})


def join(items: Iterable[object], lang: str = "en", *, style: Literal["and", "or"] = "and") -> str:
    """A list in running text: ``1, 2, and 4``, ``1, 2 i 4``, ``blanco, rojo o azul``."""
    words = [str(item) for item in items]
    text = _format_list(words, lang, style)
    return _spanish_euphony(text, words[-1], style) if lang == "es" and len(words) > 1 else text


def day_and_month(day: date, lang: str) -> str:
    """A day without its year: ``November 17``, ``17 listopada``, ``17 de noviembre``."""
    from babel.dates import format_skeleton

    return format_skeleton("MMMMd", day, locale=_locale(lang))


def _plural_category(key: str, selector: str, lang: str, values: dict[str, object]) -> str:
    number = values.get(selector)
    if not isinstance(number, SupportsIndex):
        raise MissingValue(f"text {key!r} needs a whole number for {selector!r}, not {number!r}")
    return _locale(lang).plural_form(index(number))


def _format_list(words: list[str], lang: str, style: Literal["and", "or"]) -> str:
    from babel.lists import format_list

    return format_list(words, style="standard" if style == "and" else "or", locale=_locale(lang))


def _spanish_euphony(text: str, last: str, style: Literal["and", "or"]) -> str:
    """As browsers do, and Babel does not: *y* becomes *e* before an i sound, *o* becomes *u* before an o."""
    if style == "and" and re.match(r"(i|hi(?![ae]))", last, re.IGNORECASE):
        return text.removesuffix(f"y {last}") + f"e {last}"
    if style == "or" and re.match(r"(h?o|8|11(?!\d))", last, re.IGNORECASE):
        return text.removesuffix(f"o {last}") + f"u {last}"
    return text


def _locale(lang: str) -> "Locale":
    from babel import Locale

    if lang not in LANGUAGES:
        raise UnknownLanguage(lang)
    return Locale.parse(lang, sep="-")
