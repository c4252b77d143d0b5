"""What the page says about cards is what the engine knows; what it says about a teammate is what the teammate sees."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Server, Visit
from support.browser_actions import lifted, own, pick_own, wait_for_actions, wait_for_turn
from support.browser_players import TableMates

EDITIONS = [
    {"edition": "ro"},
    {"edition": "nb", "multicolor": "suit", "multicolor_cards": 5},
    {"edition": "pl", "multicolor": "wild", "black_powder": True},
]


def grid(page: Page) -> set[str]:
    """The cells of an open card sheet that are still possible, such as `red 3`."""
    rows = page.locator("dialog tbody tr")
    rows.first.wait_for()
    cells = rows.evaluate_all(
        """rows => rows.flatMap((row) => {
            const suit = row.querySelector("th .hidden-text").textContent;
            return [...row.querySelectorAll("td")].flatMap((cell, place) =>
                cell.classList.contains("may") ? [`${suit} ${place + 1}`] : []);
        })"""
    )
    return set(cells)


@pytest.mark.parametrize("switches", EDITIONS, ids=lambda switches: switches["edition"])
def test_the_grid_equals_the_engines_knowledge(visit: Visit, server: Server, switches: dict[str, Any]) -> None:
    mates = TableMates(server.address, 3, seed="grid 3", **switches)
    mates.advance(lambda game: len(game.action_texts) >= 16 and game.player == 0 and game.pending is None)
    page = visit(mates.seat_path(0), settings={"aids": "deduce"})
    mates.close()
    wait_for_turn(page)
    view = mates.game.view(0)
    for slot, card in enumerate(view.hand):
        pick_own(page, slot)
        page.get_by_role("button", name="Details").click()
        assert grid(page) == {f"{face.suit} {face.rank}" for face in card.possible}
        page.keyboard.press("Escape")
    for slot, card in enumerate(view.hands[1]):
        page.locator('.mate[data-seat="1"] .card-button').nth(slot).click()
        page.get_by_role("button", name="Details").click()
        assert grid(page) == {f"{face.suit} {face.rank}" for face in card.open}
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")


def backs(page: Page, place: str) -> list[list[str]]:
    """The signs drawn on the backs of a hand, card by card."""
    signs: list[list[str]] = page.locator(f"{place} .frame").evaluate_all(
        "all => all.map((one) => [...one.querySelectorAll('.back .glyph path')].map((path) => path.getAttribute('d')))"
    )
    return signs


def test_as_a_teammate_sees_it_equals_that_teammates_own_page(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="eyes", multicolor="wild")
    mates.advance(lambda game: sum(bool(card.clued) for card in game.view(1).hand) >= 2)
    ana, bo = visit(mates.seat_path(0)), visit(mates.seat_path(1))
    mates.close()
    for page in (ana, bo):
        page.locator("[data-own]").first.wait_for()
    ana.get_by_role("button", name="See this hand as Bo sees it").click()
    seen = backs(ana, ".mate")
    assert seen == backs(bo, ".hand")
    assert any(seen), "by then somebody was told something"


def test_the_clue_level_shows_no_negatives_and_paper_shows_nothing(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="levels")
    mates.advance(lambda game: any(card.clued for card in game.view(0).hand) and len(game.action_texts) > 3)
    told = [card.clued for card in mates.game.view(0).hand]
    clues = visit(mates.seat_path(0), settings={"aids": "clues"})
    paper = visit(mates.seat_path(0), settings={"aids": "paper"})
    mates.close()
    for page in (clues, paper):
        page.locator("[data-own]").first.wait_for()
    assert [len(signs) for signs in backs(clues, ".hand")] == [len(words) for words in told]
    assert all(signs == [] for signs in backs(paper, ".hand"))
    label = own(paper, 0).get_attribute("aria-label")
    assert label is not None
    assert "Told" not in label
    assert clues.locator("[data-rewind=back]").count() == 1
    assert paper.locator("[data-rewind=back]").count() == 0
    lines = [open_log(page) for page in (clues, paper)]
    assert lines[0] > 2 >= lines[1], "only the moves since one's own"


def open_log(page: Page) -> int:
    """How many moves the log has."""
    page.keyboard.press("l")
    page.locator(".log:visible li:not(.none)").first.wait_for()
    return page.locator(".log:visible li:not(.none)").count()


def test_a_table_may_cap_the_aids(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="cap", options={"aids": "paper"})
    mates.advance(lambda game: any(card.clued for card in game.view(0).hand))
    page = visit(mates.seat_path(0), settings={"aids": "expert"})
    mates.close()
    page.locator("[data-own]").first.wait_for()
    assert all(signs == [] for signs in backs(page, ".hand"))
    page.locator("[data-menu]").click()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="Expert")).to_be_disabled()


def test_a_preview_lifts_exactly_the_touched_cards_and_escape_sends_nothing(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="preview")
    page = visit(mates.seat_path(0))
    mates.close()
    wait_for_turn(page)
    hand = [mates.game.card(1, slot) for slot in range(5)]
    rank = hand[0].rank
    page.locator(".mate .card-button").first.click()
    page.locator(f'.clue-chips [data-about="{rank}"]').click()
    assert lifted(page) == [card.rank == rank for card in hand]
    sentence = page.locator("[data-preview]").inner_text()
    for slot, card in enumerate(hand):
        assert (str(slot + 1) in sentence.partition(" that ")[2].partition(" is ")[0].partition(" are ")[0]) == (
            card.rank == rank
        )
    page.keyboard.press("Escape")
    page.locator("[data-preview]").wait_for(state="detached")
    page.wait_for_timeout(300)
    assert page.locator(".board").get_attribute("data-actions-done") == "0"
    page.locator(f'.clue-chips [data-about="{rank}"]').click()
    page.locator('[data-action="give"]').dblclick(no_wait_after=True)
    expect(page.locator('[data-status="clues"]')).to_have_text("7/8")
    wait_for_actions(page, 1)


def test_a_warning_comes_only_when_it_is_known_to_hurt(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="guard")
    page = visit(mates.seat_path(0))
    mates.close()
    wait_for_turn(page)
    own(page, 2).click()
    page.locator('[data-action="play"]').click()
    wait_for_actions(page, 1)
