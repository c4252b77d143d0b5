"""rules.md, section 8: what each book allows. These tests pick up a new edition by its data file."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from hanabi import Game, RulesError, RuleSet
from hanabi.rules import SWITCHES, editions, parse_switches

EDITIONS = sorted(editions())


def values_of(terms: Any) -> list[Any]:
    return [int(terms.removesuffix("+")), int(terms.removesuffix("+")) + 3] if isinstance(terms, str) else terms


def games_of(variant: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    names = list(variant)
    for chosen in itertools.product(*(values_of(variant[name]) for name in names)):
        yield dict(zip(names, chosen, strict=True))


@pytest.mark.parametrize("code", EDITIONS)
def test_every_edition_deals_its_base_game(code: str) -> None:
    for players in range(2, 6):
        game = Game.new(edition=code, players=players, seed=1)
        assert game.rules.by_the_book
        assert len(game.deck) == 50


@pytest.mark.parametrize("code", EDITIONS)
def test_every_variant_of_a_book_can_be_played_and_is_by_the_book(code: str) -> None:
    for variant in editions()[code].variants:
        for switches in games_of(variant):
            rules = RuleSet.of(code, **switches)
            assert rules.by_the_book, switches
            assert RuleSet.from_dict(rules.to_dict()) == rules


@pytest.mark.parametrize("code", EDITIONS)
def test_the_file_of_an_edition_names_only_switches(code: str) -> None:
    book = editions()[code]
    assert book.base.keys() <= set(SWITCHES)
    assert all(variant.keys() <= set(SWITCHES) for variant in book.variants)


@pytest.mark.parametrize(
    ("code", "switches"),
    [
        ("ro", {"all_or_nothing": True}),
        ("pt-BR", {"multicolor": "suit", "black_powder": True}),
        ("pt-BR", {"all_or_nothing": True}),
        ("pt-BR", {"choreography": True}),
        ("nb", {"multicolor": "suit"}),
        ("nb", {"choreography": True}),
        ("nb", {"all_or_nothing": True}),
        ("es", {"strikes": 2}),
        ("es", {"strikes": 1}),
        ("es", {"clue_tokens": 9}),
        ("es", {"clue_tokens": 20}),
        ("es", {"multicolor": "suit", "multicolor_cards": 5}),
        ("es", {"multicolor": "suit"}),
        ("es", {"multicolor": "wild"}),
        ("pl", {"multicolor": "wild", "black_powder": True, "flamboyants": True}),
        ("pl", {"all_or_nothing": True}),
    ],
)
def test_the_variants_of_each_book(code: str, switches: dict[str, Any]) -> None:
    """Section 8, row by row."""
    assert RuleSet.of(code, **switches).by_the_book


@pytest.mark.parametrize(
    ("code", "switches"),
    [
        ("ro", {"empty_clues": True}),
        ("ro", {"choreography": True}),
        ("pt-BR", {"multicolor": "wild"}),
        ("pt-BR", {"flamboyants": True}),
        ("nb", {"black_powder": True}),
        ("nb", {"multicolor": "suit", "multicolor_cards": 10}),
        ("es", {"all_or_nothing": True}),
        ("es", {"clue_tokens": 7}),
        ("es", {"multicolor": "wild", "multicolor_cards": 5}),
        ("pl", {"choreography": True}),
        ("pl", {"multicolor": "suit"}),
        ("pl", {"empty_clues": False}),
    ],
)
def test_a_combination_no_book_offers_is_a_house_rule_and_can_be_played(code: str, switches: dict[str, Any]) -> None:
    """Section 8: allowed, and shown as a house rule."""
    rules = RuleSet.of(code, **switches)
    assert not rules.by_the_book
    assert Game.new(rules=rules, players=2).player == 0


def test_changes_of_the_editions_to_the_common_game() -> None:
    """record.md, rules: an edition supplies the values that are left out."""
    common = RuleSet.of()
    assert (common.empty_clues, common.multicolor_cards, common.strikes, common.clue_tokens) == (True, 10, 3, 8)
    assert (common.all_or_nothing, common.choreography, common.multicolor) == (False, False, "none")
    assert (common.black_powder, common.flamboyants) == (False, False)
    assert RuleSet.of("ro").empty_clues is False
    assert RuleSet.of("nb").multicolor_cards == 5
    for code in ("pt-BR", "es", "pl"):
        assert all(getattr(RuleSet.of(code), name) == getattr(common, name) for name in SWITCHES)


def test_all_switches_combine() -> None:
    """Section 5: every one is an independent switch and all combine."""
    options: list[list[dict[str, Any]]] = [
        [{"empty_clues": value} for value in (True, False)],
        [{"all_or_nothing": value} for value in (True, False)],
        [{"choreography": value} for value in (True, False)],
        [{"multicolor": form, "multicolor_cards": n} for form in ("none", "suit", "wild") for n in (10, 5)],
        [{"black_powder": value} for value in (True, False)],
        [{"flamboyants": value} for value in (True, False)],
        [{"strikes": value} for value in (1, 3)],
        [{"clue_tokens": value} for value in (8, 9)],
    ]
    for chosen in itertools.product(*options):
        switches = {name: value for part in chosen for name, value in part.items()}
        game = Game.new(players=2 + len(str(switches)) % 4, seed=1, **switches)
        assert game.legal_actions()


@pytest.mark.parametrize(
    ("text", "switches"),
    [
        ("", {}),
        ("black_powder", {"black_powder": True}),
        ("empty_clues=false, multicolor=wild ,strikes=2", {"empty_clues": False, "multicolor": "wild", "strikes": 2}),
        (
            "multicolor=suit,multicolor_cards=5,clue_tokens=9",
            {"multicolor": "suit", "multicolor_cards": 5, "clue_tokens": 9},
        ),
    ],
)
def test_switches_as_text(text: str, switches: dict[str, Any]) -> None:
    assert parse_switches(text) == switches


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("blackpowder", "black_powder"),
        ("multicolor", "multicolor=suit"),
        ("strikes=two", "strikes"),
        ("strikes=0", "strikes"),
        ("flamboyants=perhaps", "flamboyants"),
        ("multicolor_cards=7", "multicolor_cards"),
        ("multicolor_cards=5", "multicolor=suit,multicolor_cards=5"),
        ("black_powder,black_powder=false", "twice"),
    ],
)
def test_a_wrong_switch_is_named(text: str, part: str) -> None:
    with pytest.raises(RulesError, match=part):
        parse_switches(text)


def test_an_unknown_edition_or_switch_names_the_near_miss() -> None:
    with pytest.raises(RulesError, match="pt-BR"):
        RuleSet.of("pt-PT")
    with pytest.raises(RulesError, match="flamboyants"):
        RuleSet.of("pl", flamboyant=True)
