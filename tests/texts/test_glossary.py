"""One word a concept: the catalogs use the words of the glossary, and none that it rules out."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from hanabi.rules.editions import editions
from hanabi.texts import LANGUAGES, catalog

GLOSSARY: dict[str, dict[str, Any]] = tomllib.loads(
    files("hanabi.texts").joinpath("glossary.toml").read_text(encoding="utf-8")
)
OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")


def forms(lang: str, key: str) -> list[str]:
    """A message's plural forms, without the names of its placeholders."""
    message = catalog(lang)[key]
    texts = [message] if isinstance(message, str) else [text for form, text in message.items() if form != "n"]
    return [re.sub(r"\{\w+\}", "…", text) for text in texts]


def messages(lang: str) -> Iterator[tuple[str, str]]:
    """Every text of a language, those of the editions included."""
    for key in catalog():
        yield from ((key, text) for text in forms(lang, key))
    for code, edition in editions().items():
        yield from ((f"edition.{code}", text) for text in (edition.title[lang], edition.text[lang]))


def found(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


def speaking_of(term: str) -> list[str]:
    english = GLOSSARY[term]["english"]
    return [key for key in catalog() if any(found(english, text) for text in forms("en", key))]


@pytest.mark.parametrize("term", GLOSSARY)
def test_every_term_is_used_and_has_a_word_in_every_language(term: str) -> None:
    assert speaking_of(term)
    assert set(OTHERS) <= GLOSSARY[term].keys() <= {*OTHERS, "english", "free", "kept", "never", "not_here"}


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("term", GLOSSARY)
def test_a_translation_uses_the_word_of_the_glossary(term: str, lang: str) -> None:
    entry = GLOSSARY[term]
    strayed = [
        (key, text)
        for key in speaking_of(term)
        if key not in entry.get("free", ())
        for text in forms(lang, key)
        if not found(entry[lang], text)
    ]
    assert strayed == []


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("term", GLOSSARY)
def test_words_that_are_ruled_out_are_used_nowhere(term: str, lang: str) -> None:
    kept = GLOSSARY[term].get("kept", ())
    if pattern := GLOSSARY[term].get("never", {}).get(lang):
        assert [(key, text) for key, text in messages(lang) if found(pattern, text) and key not in kept] == []


@pytest.mark.parametrize("term", [term for term, entry in GLOSSARY.items() if "not_here" in entry])
def test_a_word_of_another_concept_is_not_used_for_this_one(term: str) -> None:
    """In Portuguese a *dica* is the token, in Polish a *wskazówka*; in Norwegian a *runde* is more than a turn."""
    related = {"clue": "clue_token", "turn": "round"}[term]
    own = [key for key in speaking_of(term) if key not in speaking_of(related)]
    for lang, pattern in GLOSSARY[term]["not_here"].items():
        assert [(key, text) for key in own for text in forms(lang, key) if found(pattern, text)] == []


def test_every_exception_is_needed() -> None:
    for term, entry in GLOSSARY.items():
        for key in entry.get("free", ()):
            assert key in speaking_of(term), (term, key)
            assert any(not found(entry[lang], text) for lang in OTHERS for text in forms(lang, key)), (term, key)
        for key in entry.get("kept", ()):
            said = [(lang, text) for lang in entry["never"] for named, text in messages(lang) if named == key]
            assert any(found(entry["never"][lang], text) for lang, text in said), (term, key)
