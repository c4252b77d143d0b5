"""`hanabi rules`: every edition in every language, with the right numbers."""

import json

import pytest
from click.testing import CliRunner, Result

from hanabi import RuleSet
from hanabi.cli import main
from hanabi.rules import SWITCHES, editions, parse_switches
from hanabi.rules.rulebook import active_variants, all_variants, offered_variants, sections
from hanabi.texts import LANGUAGES, say


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["rules", *args])


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", [None, *editions()])
def test_every_edition_in_every_language(edition: str | None, lang: str) -> None:
    result = run(*([edition] if edition else []), "--lang", lang)
    assert result.exit_code == 0, result.output
    text = flat(result.stdout)
    assert say("rules.title", lang) in text
    assert "{" not in text
    assert "\x1b" not in text
    if edition:
        assert editions()[edition].title[lang] in text
        for variant in editions()[edition].variants:
            assert say(f"switch.{next(iter(variant))}.title", lang) in text
    else:
        for switch in SWITCHES:
            assert say(f"switch.{switch}.title", lang) in text


def test_editions_differ_where_their_books_do() -> None:
    assert "You may only name a color or number that the hand does have." in flat(run("ro", "--lang", "en").stdout)
    assert "You may also name a color" in flat(run("pl", "--lang", "en").stdout)
    assert "Five cards" in run("nb", "--lang", "en").stdout
    assert "reward tiles" not in flat(run("ro", "--lang", "en").stdout).split("Variants")[0]


def test_the_numbers_are_those_of_the_rules() -> None:
    text = flat(run("pl", "--with", "black_powder,multicolor=wild,flamboyants,strikes=2", "--lang", "en").stdout)
    for words in (
        "70 cards in all.",
        "10 black cards",
        "The second strike ends the game",
        "score, 30, even",
        "25–29 Legendary",
        "30 Divine",
    ):
        assert words in text
    assert "House rule" in text
    assert "House rule" not in flat(run("pl", "--with", "black_powder", "--lang", "en").stdout)


def test_all_or_nothing_has_no_last_round_and_no_rating() -> None:
    names = [section.name for section in sections(RuleSet(all_or_nothing=True))]
    assert {"last_round", "score", "ratings"}.isdisjoint(names)
    assert {"last_round", "score", "ratings"} <= {section.name for section in sections(RuleSet())}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_table_knows_its_hand_size(players: int) -> None:
    (setup,) = [section for section in sections(RuleSet(), players=players) if section.name == "setup"]
    assert f"everyone has {5 if players < 4 else 4} cards" in " ".join(setup.paragraphs)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_switch_named_in_the_book_can_be_given_back(lang: str) -> None:
    """The command line accepts the switches that the rules print."""
    for edition in editions().values():
        for section in offered_variants(edition, lang):
            if section.switch is not None:
                assert RuleSet.of(edition.code, **parse_switches(section.switch)).edition == edition.code
    everything = RuleSet(
        all_or_nothing=True, choreography=True, multicolor="suit", multicolor_cards=5, black_powder=True,
        flamboyants=True, strikes=1, clue_tokens=9, extra_cards=-1,
    )  # fmt: skip
    written = [section.switch for section in active_variants(everything, lang) if section.switch]
    assert RuleSet.of(**parse_switches(",".join(written))) == everything
    assert [section.name for section in all_variants(lang)] == [*SWITCHES, "tiles"]


@pytest.mark.parametrize(
    ("args", "words"),
    [(["poland"], "there is no edition 'poland'"), (["pl", "--with", "strike=2"], "did you mean 'strikes'?")],
)
def test_an_unknown_edition_or_switch_is_refused(args: list[str], words: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert words in flat(result.stderr)


def test_the_switches_as_json() -> None:
    found = json.loads(run("pl", "--with", "black_powder", "--json").output)
    rules = RuleSet.of("pl", black_powder=True)
    assert {name: found[name] for name in SWITCHES} == {name: getattr(rules, name) for name in SWITCHES}
    assert (found["edition"], found["max_score"], found["by_the_book"]) == ("pl", rules.max_score, rules.by_the_book)
