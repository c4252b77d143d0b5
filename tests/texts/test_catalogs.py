"""The languages agree with each other and with the plural rules of their languages."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files

import pytest
from babel import Locale

from hanabi.texts import LANGUAGES, catalog, keys, placeholders, say
from hanabi.texts.catalog import CATALOGS

OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")
SUITS = ("white", "red", "blue", "yellow", "green", "multicolor", "black")
COLORS = SUITS[:6]

# Words that happen to be the same in that language, and messages made of signs and values only.
SAME_AS_ENGLISH = {
    "ro": {
        "cli.value",
        "suit.multicolor",
        "web.settings.card_theme.standard",
        "rules.ratings.range",
        "play.seat.bot",
        "web.seat.bot",
    },
    "pt-BR": {"course.finesses.title", "rules.ratings.range", "play.seat.bot", "web.seat.bot"},
    "nb": {"web.settings.card_theme.standard", "rules.ratings.range", "web.talk.send"},
    "es": {"cli.error", "rules.ratings.range", "play.no", "play.seat.bot", "web.seat.bot"},
    "pl": {"rules.ratings.range", "play.seat.bot", "web.seat.bot"},
}
ENGLISH_WORDS = {"the", "and", "of", "your", "you", "card", "cards", "clue", "with", "is", "firework", "deck"}
QUOTES = {"en": ("“", "”"), "ro": ("„", "”"), "pt-BR": ("“", "”"), "nb": ("«", "»"), "es": ("«", "»"), "pl": ("„", "”")}


def strings(lang: str) -> Iterator[tuple[str, str]]:
    for key, message in catalog(lang).items():
        if isinstance(message, str):
            yield key, message
        else:
            yield from ((key, text) for form, text in message.items() if form != "n")


def named(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("name", CATALOGS)
def test_every_message_is_in_every_language(name: str) -> None:
    catalog = json.loads(files("hanabi.texts").joinpath(f"{name}.json").read_text(encoding="utf-8"))
    assert {key: tuple(message) for key, message in catalog.items()} == dict.fromkeys(catalog, LANGUAGES)


def test_every_catalog_is_read() -> None:
    names = {file.name.removesuffix(".json") for file in files("hanabi.texts").iterdir() if file.name.endswith(".json")}
    assert names == set(CATALOGS)


def test_no_key_is_written_twice() -> None:
    pairs: list[str] = []

    def note(items: list[tuple[str, object]]) -> dict[str, object]:
        pairs.extend(key for key, _ in items if "." in key)
        return dict(items)

    for name in CATALOGS:
        json.loads(files("hanabi.texts").joinpath(f"{name}.json").read_text(encoding="utf-8"), object_pairs_hook=note)
    assert [key for key, times in Counter(pairs).items() if times > 1] == []


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_uses_the_same_placeholders(lang: str) -> None:
    for key, message in catalog(lang).items():
        assert placeholders(message) == placeholders(catalog("en")[key]), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_plural_message_has_exactly_the_categories_of_its_language(lang: str) -> None:
    categories = {*Locale.parse(lang, sep="-").plural_form.tags, "other"}
    for key, message in catalog(lang).items():
        if not isinstance(message, str):
            assert set(message) == {"n", *categories}, key


def test_the_plural_categories_of_the_languages() -> None:
    categories = {lang: {*Locale.parse(lang, sep="-").plural_form.tags, "other"} for lang in LANGUAGES}
    assert categories == {
        "en": {"one", "other"},
        "ro": {"one", "few", "other"},
        "pt-BR": {"one", "many", "other"},
        "nb": {"one", "other"},
        "es": {"one", "many", "other"},
        "pl": {"one", "few", "many", "other"},
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_plural_forms_name_the_same_values_apart_from_the_selecting_number(lang: str) -> None:
    for key, message in catalog(lang).items():
        if not isinstance(message, str):
            forms = {form: named(text) - {message["n"]} for form, text in message.items() if form != "n"}
            assert len({frozenset(names) for names in forms.values()}) == 1, (key, forms)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_message_is_plural_in_all_languages_or_in_none(lang: str) -> None:
    for key, message in catalog(lang).items():
        assert isinstance(message, str) == isinstance(catalog("en")[key], str), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_tidy(lang: str) -> None:
    opening, closing = QUOTES[lang]
    foreign = set("“”„«»") - {opening, closing}
    for key, text in strings(lang):
        bare = re.sub(r"\{\w+\}", "", text)
        assert text == text.strip() != "", key
        assert "  " not in text, key
        assert not set('{}<>[]"') & set(bare), key
        assert lang != "en" or "'" not in text, (key, "’ is the apostrophe")
        assert text.count(opening) == text.count(closing), key
        assert not foreign & set(text), key


def test_an_upside_down_card_is_not_a_face_down_card_in_spanish() -> None:
    for key in ("web.card.turned", "web.turn_card"):
        assert "cabeza abajo" in str(catalog("es")[key]), key


def test_choreography_is_a_variant_and_not_an_expansion() -> None:
    expansion = {"en": "expansion", "ro": "extensie", "pt-BR": "expansão", "nb": "utvidelse", "es": "expansión"}
    for lang, word in {**expansion, "pl": "dodat"}.items():
        assert word not in str(catalog(lang)["course.choreography.text"]), lang


@pytest.mark.parametrize("lang", OTHERS)
def test_no_english_is_left_over(lang: str) -> None:
    same = {key for key, message in catalog(lang).items() if message == catalog("en")[key]}
    assert same == SAME_AS_ENGLISH[lang]
    for key, text in strings(lang):
        words = set(re.findall(r"\w+", re.sub(r"\{\w+\}", "", text).lower()))
        assert not words & ENGLISH_WORDS, key


def test_romanian_letters_have_the_comma_below() -> None:
    for key, text in strings("ro"):
        assert not set("şţŞŢ") & set(text), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_typed_words_are_unambiguous(lang: str) -> None:
    commands = [say(key, lang) for key in keys("play.command.")]
    suits = [say(f"suit.{suit}", lang) for suit in SUITS]
    assert len(set(commands)) == len(commands)
    assert len(set(suits)) == len(suits)
    for word in (*commands, *suits):
        assert re.fullmatch(r"\w+", word), word


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_shows_the_words_the_client_understands(lang: str) -> None:
    for key in keys("play.command."):
        name = key.removeprefix("play.command.")
        assert say(f"play.usage.{name}", lang).split()[0] == say(key, lang)
        assert say(f"play.help.{name}", lang)
    announce = say("play.usage.announce", lang).split()
    assert [announce[0], announce[2]] == [say("play.command.play", lang), say("play.word.as", lang)]


@pytest.mark.parametrize(
    "pattern",
    [
        *(f"{start}.{{suit}}" for start in ("suit", "card", "firework", "know.is", "know.color", "know.capped")),
        *(f"log.{what}.{{suit}}" for what in ("announce", "discard", "draw", "firework", "reshuffle", "rescue")),
        *(f"log.you.{what}.{{suit}}" for what in ("announce", "discard", "reshuffle", "rescue")),
        *(
            f"log.{who}play.{{suit}}{how}"
            for who in ("", "you.")
            for how in ("", ".failed", ".announced", ".announced.failed", ".misannounced")
        ),
    ],
)
def test_there_is_one_sentence_for_each_suit(pattern: str) -> None:
    assert [suit for suit in SUITS if pattern.format(suit=suit) not in catalog()] == []


@pytest.mark.parametrize("who", ["log.", "log.you.", "log.to_you."])
def test_there_is_one_clue_for_each_color_and_none_for_black(who: str) -> None:
    clues = {key.removeprefix(f"{who}clue.") for key in keys(f"{who}clue.")}
    assert clues == {f"{about}{end}" for about in (*COLORS, "rank") for end in ("", ".none")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_about_different_suits_differ(lang: str) -> None:
    """A copied line that kept the color of the line above would tell players a wrong color."""
    families: dict[str, list[object]] = {}
    for key, message in catalog(lang).items():
        parts = key.split(".")
        if suit := next((part for part in parts if part in SUITS), None):
            forms = [message] if isinstance(message, str) else [text for form, text in message.items() if form != "n"]
            for place, text in enumerate(forms):
                families.setdefault(f"{key.replace(suit, '*')} {place}", []).append(text)
    families = {name: texts for name, texts in families.items() if not name.startswith(("switch.", "rules."))}
    assert "log.you.discard.* 0" in families
    for name, texts in families.items():
        assert len(texts) in (len(COLORS), len(SUITS)), name
        assert len(set(texts)) == len(texts), name
