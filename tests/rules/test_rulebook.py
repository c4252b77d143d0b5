"""The rulebook: what each book says about its game; texts mention only what is in play."""

import re
from typing import Any

import pytest

from hanabi import RuleSet
from hanabi.rules import Suit, editions, parse_switches
from hanabi.rules.rulebook import active_variants, all_variants, house_rule_note, offered_variants, sections
from hanabi.rules.rulebook_examples import examples_for
from hanabi.texts import LANGUAGES, keys, say

CODES = tuple(editions())
# Words for the black suit, and for reward tiles. A color's own name is told apart by the 1 or the firework beside it.
BLACK = {
    "en": r"\bblack\b",
    "ro": r"\bneagr|\bnegr",
    "pt-BR": r"\bpret[ao]",
    "nb": r"\bsvart",
    "es": r"\bnegr[ao]",
    "pl": r"\bczarn",
}
TILES = {
    "en": r"\btiles?\b",
    "ro": r"plăcuț",
    "pt-BR": r"\bpeças?\b",
    "nb": r"brikke",
    "es": r"loseta",
    "pl": r"kafel\w* nagr",
}


def section(rules: RuleSet, name: str, lang: str = "en") -> list[str]:
    (found,) = [section for section in sections(rules, lang) if section.name == name]
    return list(found.paragraphs)


def told(rules: RuleSet, lang: str = "en") -> str:
    parts = (*sections(rules, lang), *active_variants(rules, lang))
    return "\n".join(text for part in parts for text in (*part.paragraphs, *(row[1] for row in part.rows)))


def texts(lang: str, *names: str) -> list[str]:
    return [say(name, lang) for name in names]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_or_nothing_tells_its_own_end(lang: str) -> None:
    end = section(RuleSet(all_or_nothing=True), "end", lang)
    wanted = ("strikes.3", "indispensable", "complete.only", "no_last_round", "stuck", "at_once")
    assert end == texts(lang, *(f"rules.end.{part}" for part in wanted))
    assert say("rules.end.complete", lang, max_score=25) not in end
    assert say("rules.end.indispensable", lang) not in section(RuleSet(), "end", lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "switches",
    [
        {},
        {"all_or_nothing": True},
        {"choreography": True},
        {"multicolor": "suit", "multicolor_cards": 5},
        {"all_or_nothing": True, "choreography": True, "multicolor": "wild"},
    ],
)
def test_black_and_tiles_are_mentioned_only_if_they_are_in_play(switches: dict[str, Any], lang: str) -> None:
    plain = told(RuleSet(**switches), lang)
    assert not re.search(BLACK[lang], plain, re.IGNORECASE)
    assert not re.search(TILES[lang], plain, re.IGNORECASE)
    everything = told(RuleSet(**switches, black_powder=True, flamboyants=True), lang)
    assert re.search(BLACK[lang], everything, re.IGNORECASE)
    for key in keys("switch."):
        if ".with_" in key and switches.get(key.split(".")[1]):
            assert say(key, lang) in everything


@pytest.mark.parametrize("code", CODES)
def test_an_offered_variant_mentions_black_only_if_the_book_combines_them(code: str) -> None:
    for variant in offered_variants(editions()[code]):
        if variant.name not in ("black_powder", "tiles"):
            combined = (code, variant.name) == ("pl", "flamboyants")
            assert bool(re.search(BLACK["en"], " ".join(variant.paragraphs))) == combined, variant.title


def test_the_list_of_all_variants_is_complete() -> None:
    written = "\n".join(text for variant in all_variants() for text in variant.paragraphs)
    assert all(say(key) in written for key in keys("switch.") if ".with_" in key)


@pytest.mark.parametrize("code", CODES)
def test_the_with_option_gives_the_game_that_is_described(code: str) -> None:
    """A switch from the book, used on the command line, turns on just that variant and stays by the book."""
    for variant in offered_variants(editions()[code]):
        if variant.switch is not None:
            rules = RuleSet.of(code, **parse_switches(variant.switch))
            assert rules != RuleSet.of(code)
            assert rules.by_the_book
            assert variant.title in [section.title.replace(": 9", ": 9+") for section in active_variants(rules)]


def test_five_multicolor_cards_are_offered_with_their_suit() -> None:
    lines = {code: [variant.switch for variant in offered_variants(editions()[code])] for code in ("es", "nb")}
    assert "multicolor=suit,multicolor_cards=5" in lines["es"]
    assert "multicolor=suit,multicolor_cards=5" in lines["nb"]
    assert "multicolor_cards=5" not in lines["es"] + lines["nb"]
    assert len(RuleSet.of("es", **parse_switches("multicolor=suit,multicolor_cards=5")).cards) == 55


@pytest.mark.parametrize(
    ("code", "first"),
    [("es", "oldest"), ("pt-BR", "colorful"), ("nb", "colorful"), ("pl", "colorful"), ("ro", "anyone")],
)
def test_each_book_says_who_starts(code: str, first: str) -> None:
    for lang in LANGUAGES:
        said = section(RuleSet.of(code), "setup", lang)
        for other in ("oldest", "colorful", "anyone"):
            assert (say(f"rules.setup.first.{other}", lang) in said) == (other == first)


@pytest.mark.parametrize(
    ("code", "remarks"), [("ro", "always"), ("nb", "always"), ("pt-BR", "example"), ("pl", "example"), ("es", None)]
)
def test_each_book_says_which_remarks_are_allowed(code: str, remarks: str | None) -> None:
    for lang in LANGUAGES:
        said = section(RuleSet.of(code), "communication", lang)
        parts = ["1", "group", *([remarks] if remarks else [])]
        assert said == texts(lang, *(f"rules.communication.{part}" for part in parts))


@pytest.mark.parametrize("code", CODES)
def test_cards_may_be_held_upside_down_in_two_books(code: str) -> None:
    said = say("rules.advice.upside_down") in section(RuleSet.of(code), "advice")
    assert said == (code in ("es", "pl"))


def test_the_polish_book_mentions_the_commendation() -> None:
    commendation = say("rules.score.commendation")
    assert commendation in section(RuleSet.of("pl", black_powder=True), "score")
    assert commendation not in section(RuleSet.of("pl"), "score")
    assert commendation not in section(RuleSet.of("pt-BR", black_powder=True), "score")


@pytest.mark.parametrize("code", CODES)
def test_a_lost_game_is_rated_in_one_book(code: str) -> None:
    score = section(RuleSet.of(code), "score")
    assert (say("rules.score.lost.rated") in score) == (code == "es")
    assert (say("rules.score.lost") in score) == (code != "es")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_fireworks_are_explained_before_cards_fit(lang: str) -> None:
    names = [section.name for section in sections(RuleSet(), lang)]
    assert names.index("fireworks") < names.index("setup") < names.index("clue") < names.index("play")


EXAMPLE_GAMES: list[dict[str, Any]] = [
    {},
    {"multicolor": "suit"},
    {"multicolor": "wild"},
    {"black_powder": True},
    {"multicolor": "wild", "black_powder": True},
    {"multicolor": "suit", "multicolor_cards": 5, "black_powder": True},
]


@pytest.mark.parametrize("switches", EXAMPLE_GAMES)
def test_the_example_of_a_clue_is_what_the_referee_would_touch(switches: dict[str, Any]) -> None:
    rules = RuleSet(**switches)
    examples = examples_for(rules)
    assert examples is not None
    assert all(card in rules.cards for card in (*examples.hand, *examples.tops, *examples.score_tops))
    for about, slots in examples.touched.items():
        for slot, card in enumerate(examples.hand):
            same = card.rank == about if isinstance(about, int) else card.suit == about
            wild = isinstance(about, str) and card.suit is Suit.MULTICOLOR and rules.multicolor == "wild"
            assert (slot in slots) == (same or wild)
    assert len(examples.touched["red"]) == 2
    (paragraph,) = [text for text in section(rules, "clue") if text.startswith("Example")]
    assert "point at cards 1 and 3" in paragraph


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("switches", EXAMPLE_GAMES)
def test_the_worked_score_adds_up(switches: dict[str, Any], lang: str) -> None:
    rules = RuleSet(**switches)
    (sums,) = [
        found
        for text in section(rules, "score", lang)
        if (found := re.search(r"\d(?: [+−] \d)+ = \d+", text)) is not None
    ]
    added, score = sums[0].replace("−", "-").split(" = ")
    terms = [int(sign + number) for sign, number in re.findall(r"([+-]?) ?(\d)", added)]
    examples = examples_for(rules)
    assert examples is not None
    assert sum(terms) == int(score) == examples.score
    assert len(terms) == len(rules.suits)
    assert (min(terms) < 0) == rules.black_powder


@pytest.mark.parametrize("switches", EXAMPLE_GAMES)
def test_some_example_cards_fit_and_some_do_not(switches: dict[str, Any]) -> None:
    examples = examples_for(RuleSet(**switches))
    assert examples is not None
    assert set(examples.fitting.values()) == {True, False}
    tops = {top.suit: top.rank for top in examples.tops}
    for card, fits in examples.fitting.items():
        wanted = tops.get(card.suit, 0) + 1 if card.suit is not Suit.BLACK else tops[card.suit] - 1
        assert fits == (card.rank == wanted)


def test_a_small_research_game_has_no_examples() -> None:
    assert examples_for(RuleSet(colors=2)) is None
    assert section(RuleSet(colors=2), "clue")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_ranks_of_the_multicolor_suit_are_listed(lang: str) -> None:
    ten, five = say("rules.components.multicolor.10", lang), say("rules.components.multicolor.5", lang)
    assert ten in section(RuleSet.of("pl", multicolor="wild"), "components", lang)
    assert five in section(RuleSet.of("nb", multicolor="suit"), "components", lang)
    for digit in "12345":
        assert digit in ten


@pytest.mark.parametrize("lang", LANGUAGES)
def test_with_black_the_score_leaves_it_out_of_the_sum(lang: str) -> None:
    score = section(RuleSet(black_powder=True), "score", lang)
    assert score[0] == say("rules.score.colors", lang, max_score=25)
    assert say("rules.score.1", lang, max_score=25) not in score


@pytest.mark.parametrize(
    ("code", "switches", "elsewhere"),
    [
        ("pl", {"choreography": True}, ["nb", "pt-BR"]),
        ("ro", {"choreography": True}, ["nb", "pt-BR"]),
        ("nb", {"multicolor": "suit", "multicolor_cards": 10}, ["es", "pt-BR"]),
        ("ro", {"empty_clues": True}, ["es", "nb", "pl", "pt-BR"]),
        ("pl", {"black_powder": True, "multicolor": "wild"}, []),
        ("pl", {"black_powder": True, "multicolor": "suit"}, ["pt-BR"]),
        ("es", {"strikes": 2, "clue_tokens": 9}, []),
        ("pl", {"all_or_nothing": True, "black_powder": True}, []),
        ("nb", {"choreography": True, "multicolor": "suit"}, []),
    ],
)
def test_the_note_checks_the_chosen_book_first_and_then_the_others(
    code: str, switches: dict[str, Any], elsewhere: list[str]
) -> None:
    rules = RuleSet.of(code, **switches)
    assert not rules.by_the_book
    assert sorted(rules.offered_by) == elsewhere
    for lang in LANGUAGES:
        text = house_rule_note(rules, lang)
        assert text is not None
        assert (text in (say("house_rule", lang), say("house_rule.apart", lang))) == (not elsewhere)
        assert all(editions()[other].title[lang] in text for other in elsewhere)


@pytest.mark.parametrize(
    ("code", "switches"),
    [
        ("pl", {"black_powder": True}),
        ("pl", {"multicolor": "wild"}),
        ("pl", {"flamboyants": True}),
        ("pl", {"flamboyants": True, "black_powder": True}),
        ("pl", {"flamboyants": True, "multicolor": "wild"}),
        ("pl", {"flamboyants": True, "multicolor": "wild", "black_powder": True}),
        ("pl", {"all_or_nothing": True}),
        ("es", {"strikes": 2}),
        ("es", {"clue_tokens": 9}),
        ("es", {"strikes": 1, "multicolor": "wild"}),
        ("es", {"strikes": 1, "multicolor": "suit", "multicolor_cards": 5}),
        ("es", {"clue_tokens": 10, "multicolor": "suit"}),
        ("pt-BR", {"multicolor": "suit", "black_powder": True}),
    ],
)
def test_a_game_that_the_book_offers_has_no_note(code: str, switches: dict[str, Any]) -> None:
    rules = RuleSet.of(code, **switches)
    assert rules.by_the_book
    assert house_rule_note(rules) is None


@pytest.mark.parametrize(
    ("code", "switches", "apart"),
    [
        ("nb", {"choreography": True, "multicolor": "suit", "multicolor_cards": 5}, True),
        ("nb", {"all_or_nothing": True, "multicolor": "suit", "multicolor_cards": 5}, True),
        ("pt-BR", {"choreography": True, "all_or_nothing": True}, True),
        ("pl", {"all_or_nothing": True, "black_powder": True}, True),
        ("pl", {"all_or_nothing": True, "choreography": True}, False),
        ("pl", {"flamboyants": True}, False),
    ],
)
def test_variants_that_the_book_prints_apart_are_not_called_a_house_rule(
    code: str, switches: dict[str, Any], apart: bool
) -> None:
    rules = RuleSet.of(code, **switches)
    assert rules.printed_apart == apart
    assert (house_rule_note(rules) == "This edition’s book prints each of these, but not together.") == apart


def test_the_combinations_of_a_book_are_mentioned() -> None:
    for code in CODES:
        told = [section for section in offered_variants(editions()[code]) if section.name == "together"]
        assert bool(told) == bool(editions()[code].together)
    (polish,) = (part for part in offered_variants(editions()["pl"]) if part.name == "together")
    assert "The five flamboyants + Black powder" in polish.paragraphs[0] or "Black powder + " in polish.paragraphs[0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_the_line_about_an_edition_uses_the_titles_of_its_switches(code: str, lang: str) -> None:
    book = editions()[code]
    names = {name for variant in book.variants for name in variant}
    for name in names - {"multicolor_cards", "strikes", "clue_tokens"}:
        assert say(f"switch.{name}.title", lang) in book.text[lang], name
