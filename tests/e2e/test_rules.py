"""The rule book in the browser: the cards of each edition, and examples to try."""

from playwright.sync_api import expect

from e2e.conftest import Visit
from hanabi import RuleSet
from hanabi.rules import editions
from hanabi.rules.rulebook import offered_variants
from hanabi.rules.rulebook_examples import examples_for


def test_an_edition_shows_its_cards(visit: Visit) -> None:
    page = visit("/rules")
    for code in editions():
        page.goto(f"/rules?edition={code}")
        title = page.get_by_role("heading", name="What is in the game")
        pictures = page.locator("section", has=title).locator("svg.card")
        expect(pictures).to_have_count(len(set(RuleSet.of(code).cards)))
        added = sum(len(set(variant.cards)) for variant in offered_variants(editions()[code]))
        expect(page.locator("h2.more ~ section svg.card")).to_have_count(added)


def test_a_clue_lifts_the_cards_it_points_at(visit: Visit) -> None:
    page = visit("/rules")
    clue = page.locator("section", has=page.get_by_role("heading", name="Giving a clue"))
    examples = examples_for(RuleSet())
    assert examples is not None
    expect(clue.locator("ol li")).to_have_count(len(examples.hand))
    for about in ("red", 1, 5):
        clue.locator(f'[data-about="{about}"]').click()
        expect(clue.locator("li.touched")).to_have_count(len(examples.touched[about]))


def test_a_card_is_said_to_fit_or_not(visit: Visit) -> None:
    page = visit("/rules")
    for card, verdict in (("red 3", "it fits"), ("blue 4", "it does not fit now")):
        page.get_by_role("button", name=card, exact=True).click()
        expect(page.locator(".verdict")).to_contain_text(f"{card}: {verdict}")


def test_the_score_is_worked_out(visit: Visit) -> None:
    page = visit("/rules")
    score = page.locator("section", has=page.get_by_role("heading", name="Score", exact=True))
    expect(score.locator("li b")).to_have_count(5)
    terms = [int(term) for term in score.locator("li b").all_inner_texts()]
    expect(score.locator("output")).to_have_text(f"= {sum(terms)}")
