"""What every edition file must have; a new file is found by itself."""

import pytest

from hanabi.rules.editions import editions
from hanabi.rules.errors import RulesError
from hanabi.rules.ruleset import RuleSet
from hanabi.texts import LANGUAGES

EDITIONS = list(editions().values())


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_an_edition_is_told_in_every_language(edition):
    for told in (edition.title, edition.text):
        assert set(told) == set(LANGUAGES)
        assert all(words.strip() for words in told.values())
    assert edition.language in LANGUAGES


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_an_edition_offers_only_switches_that_exist(edition):
    assert RuleSet.of(edition.code).by_the_book
    for offer in edition.offers:
        chosen = {name: int(terms[:-1]) if isinstance(terms, str) else terms[0] for name, terms in offer.items()}
        assert RuleSet.of(edition.code, **chosen).by_the_book


@pytest.mark.parametrize(
    ("edition", "switches", "by_the_book"),
    [
        ("ro", {"empty_clues": True}, False),
        ("ro", {"choreography": True}, False),
        ("pt-BR", {"multicolor": "suit", "black_powder": True}, True),
        ("pt-BR", {"multicolor": "wild"}, False),
        ("pt-BR", {"multicolor": "suit", "multicolor_cards": 5}, False),
        ("nb", {"multicolor": "suit"}, True),
        ("nb", {"multicolor": "suit", "multicolor_cards": 10}, False),
        ("es", {"multicolor": "suit", "multicolor_cards": 5}, True),
        ("es", {"multicolor": "wild", "multicolor_cards": 5}, False),
        ("es", {"clue_tokens": 12, "strikes": 1}, True),
        ("es", {"clue_tokens": 7}, False),
        ("pl", {"multicolor": "wild", "black_powder": True, "flamboyants": True, "all_or_nothing": True}, True),
        ("pl", {"strikes": 2}, False),
        ("pl", {"hand_size": 3}, False),
        (None, {"choreography": True}, True),
        (None, {"choreography": True, "flamboyants": True}, False),
    ],
)
def test_a_combination_no_book_offers_is_a_house_rule(edition, switches, by_the_book):
    """rules.md, section 8."""
    assert RuleSet.of(edition, **switches).by_the_book is by_the_book


def test_an_unknown_edition_names_the_near_miss():
    with pytest.raises(RulesError, match="did you mean 'pt-BR'"):
        RuleSet.of("pt-br")
