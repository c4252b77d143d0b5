"""Reads the catalogs, once."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TypeAlias

from hanabi.texts.languages import LANGUAGES, UnknownLanguage

Message: TypeAlias = str | Mapping[str, str]


CATALOGS = ("game", "web", "documents", "terminal")


@cache
def catalog(lang: str = "en") -> Mapping[str, Message]:
    """All messages of a language by key, in reading order; the package docstring describes the format."""
    if lang not in LANGUAGES:
        raise UnknownLanguage(lang)
    return MappingProxyType({key: message[lang] for key, message in all_messages().items()})


@cache
def all_messages() -> dict[str, dict[str, Message]]:
    """All messages by key and language."""
    folder = files("hanabi.texts")
    texts = (folder.joinpath(f"{name}.json").read_text(encoding="utf-8") for name in CATALOGS)
    return {key: message for text in texts for key, message in json.loads(text).items()}


def keys(prefix: str = "") -> tuple[str, ...]:
    """The keys with this prefix, in reading order: ``keys("rules.goal.")`` are a section's title and paragraphs."""
    return tuple(key for key in catalog() if key.startswith(prefix))


def has(key: str) -> bool:
    return key in catalog()
