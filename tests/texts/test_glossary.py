"""One word per concept: the catalogs use the words of the glossary, and none that it rules out."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from hanabi.rules import editions
from hanabi.texts import LANGUAGES, catalog

GLOSSARY: dict[str, dict[str, Any]] = tomllib.loads(
    files("hanabi.texts").joinpath("glossary.toml").read_text(encoding="utf-8")
)
OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")


@cache
def forms(lang: str, key: str) -> list[str]:
    """A message's plural forms, without the names of its placeholders."""
    message = catalog(lang)[key]
    texts = [message] if isinstance(message, str) else [text for form, text in message.items() if form != "n"]
    return [re.sub(r"\{\w+\}", "…", text) for text in texts]


def messages(lang: str) -> Iterator[tuple[str, str]]:
    """Every text of a language, including those of the editions."""
    for key in catalog():
        yield from ((key, text) for text in forms(lang, key))
    for code, edition in editions().items():
        yield from ((f"edition.{code}", text) for text in (edition.title[lang], edition.text[lang]))


def matches(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


@cache
def keys_about(term: str) -> tuple[str, ...]:
    """The keys of the English messages that mention a term."""
    english = GLOSSARY[term]["english"]
    return tuple(key for key in catalog() if any(matches(english, text) for text in forms("en", key)))


def test_every_term_is_used_and_has_a_word_in_every_language() -> None:
    for term, entry in GLOSSARY.items():
        assert keys_about(term), term
        assert set(OTHERS) <= entry.keys() <= {*OTHERS, "english", "free", "kept", "never", "not_here"}, term


@pytest.mark.parametrize("lang", OTHERS)
def test_a_translation_uses_the_words_of_the_glossary(lang: str) -> None:
    strayed = [
        (term, key, text)
        for term, entry in GLOSSARY.items()
        for key in keys_about(term)
        if key not in entry.get("free", ())
        for text in forms(lang, key)
        if not matches(entry[lang], text)
    ]
    assert strayed == []


@pytest.mark.parametrize("lang", OTHERS)
def test_words_that_are_ruled_out_are_not_used(lang: str) -> None:
    used = [
        (term, key, text)
        for term, entry in GLOSSARY.items()
        if (pattern := entry.get("never", {}).get(lang))
        for key, text in messages(lang)
        if matches(pattern, text) and key not in entry.get("kept", ())
    ]
    assert used == []


@pytest.mark.parametrize(("term", "related"), [("clue", "clue_token"), ("turn", "round")])
def test_a_word_of_another_concept_is_not_used_for_this_one(term: str, related: str) -> None:
    """In Portuguese a *dica* is the token, in Polish a *wskazówka*; in Norwegian a *runde* is more than a turn."""
    assert {name for name, entry in GLOSSARY.items() if "not_here" in entry} == {"clue", "turn"}
    own = [key for key in keys_about(term) if key not in keys_about(related)]
    for lang, pattern in GLOSSARY[term]["not_here"].items():
        assert [(key, text) for key in own for text in forms(lang, key) if matches(pattern, text)] == []


def test_every_exception_is_needed() -> None:
    for term, entry in GLOSSARY.items():
        for key in entry.get("free", ()):
            assert key in keys_about(term), (term, key)
            assert any(not matches(entry[lang], text) for lang in OTHERS for text in forms(lang, key)), (term, key)
        for key in entry.get("kept", ()):
            texts = [(lang, text) for lang in entry["never"] for name, text in messages(lang) if name == key]
            assert any(matches(entry["never"][lang], text) for lang, text in texts), (term, key)
