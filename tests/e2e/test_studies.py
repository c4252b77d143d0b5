"""What could have been: other moves from any turn, saved and shared; games from elsewhere; one deal for all."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.conftest import DESKTOP, PHONE, Axe, ContextOptions, Server, Visit, until
from hanabi import Game
from hanabi.records import replay
from support.browser_actions import own
from support.browser_players import TableMates


@pytest.fixture(scope="module")
def finished(server: Server) -> TableMates:
    return TableMates(server.address, 3, seed="study me").finish()


def try_a_play(page: Page) -> None:
    """Play the oldest card of whoever is on turn."""
    own(page, 0).click()
    page.locator('[data-action="play"]').click()
    anyway = page.locator("[data-anyway]")
    if anyway.count():
        anyway.click()


def test_a_variation_is_tried_commented_saved_and_shared(visit: Visit, finished: TableMates, axe: Axe) -> None:
    page = visit(f"/r/{finished.table}?turn=9", **PHONE)
    page.locator('[data-turn="9"]').wait_for()
    page.get_by_role("button", name="Try from here").click()
    game = replay(finished.game.record(), 9)
    assert game.player is not None
    cards = [str(game.card(game.player, slot)) for slot in range(game.state.hand_sizes[game.player])]
    expect(page.locator("[data-own]")).to_have_count(len(cards))
    try_a_play(page)
    expect(page.locator('[data-turn="10"]')).to_have_attribute("data-line", "1")
    try_a_play(page)
    expect(page.locator('[data-turn="11"]')).to_have_attribute("data-line", "1")
    assert axe(page) == [], "trying"
    page.reload()
    expect(page.locator('[data-turn="11"]')).to_have_attribute("data-line", "1")
    page.get_by_role("button", name="Comment", exact=True).wait_for()
    page.locator("[data-variations]").click()
    page.get_by_label("Comment on turn 11").fill("Bold!")
    page.get_by_label("Name of this study").fill("What if")
    assert axe(page) == [], "the tree"
    page.get_by_role("button", name="Save and share").click()
    page.wait_for_url("**/study/**")
    expect(page.locator("[data-comment]")).to_have_text("Bold!")
    reader = visit(page.url)
    expect(reader.locator("[data-comment]")).to_have_text("Bold!")
    assert hands(reader) == hands(page)
    reader.locator("[data-variations]").click()
    reader.get_by_role("button", name="Save your own copy").wait_for()
    reader.get_by_role("button", name="Turn 10:").first.wait_for()
    reader.get_by_role("button", name="The game as it was played").click()
    reader.locator('[data-line="0"]').wait_for()
    page.locator("[data-variations]").click()
    page.get_by_label("Comment on turn 11").fill("Even better")
    page.get_by_label("Name of this study").click()
    page.locator('[data-saved="yes"]').wait_for()
    again = visit(page.url)
    expect(again.locator("[data-comment]")).to_have_text("Even better")


def test_a_replayed_clue_is_explained_to_its_hearer(visit: Visit, finished: TableMates) -> None:
    record = finished.game.record()
    clue = next(place for place, action in enumerate(record.actions) if action.startswith("clue"))
    page = visit(f"/r/{finished.table}?turn={clue + 1}", **PHONE)
    hearer = record.players[int(record.actions[clue].split()[1])]
    expect(page.locator("[data-reasons]")).to_contain_text(hearer)


def hands(page: Page) -> list[str]:
    cards: list[str] = page.locator("[data-card]").evaluate_all("all => all.map((one) => one.dataset.card).sort()")
    return cards


def test_games_from_elsewhere_are_opened_or_refused_by_the_field(visit: Visit, axe: Axe, server: Server) -> None:
    page = visit("/open")
    assert axe(page) == []
    page.get_by_label("Or paste it here").fill(
        '{"players": ["A", "B"], "deck": [{"suitIndex": 9, "rank": 1}], "actions": []}'
    )
    visit.forgive("409")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("[data-trouble] code")).to_have_text(re.compile(r"^deck\[0\][\w.]*$"))
    page.get_by_label("Or paste it here").fill("p4v0s1")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url("**/study/**")
    page.get_by_role("button", name="Try from here").click()
    own(page, 0).wait_for()
    flame = Game.new(players=2, seed=1, flamboyants=True)
    page.goto("/open")
    page.get_by_label("Or paste it here").fill(flame.record().dumps())
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url("**/study/**")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="For hanab.live", exact=True).click()
    expect(page.locator("dialog [role=alert]")).to_contain_text("hanab.live has no reward tiles.")


def test_others_on_this_deal_are_listed_at_the_end(visit: Visit, server: Server) -> None:
    for _ in range(2):
        mates = TableMates(server.address, 2, seed="the same deal")
        mates.advance()
        mates.close()
    page = visit(mates.seat_path(0))
    page.locator("[data-others]").click()
    expect(page.locator("[data-others] [data-score]")).to_have_count(2)
    expect(page.locator("[data-others] .mine")).to_have_count(1)


@pytest.mark.parametrize("look", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_ones_games_in_numbers_and_pictures(visit: Visit, axe: Axe, server: Server, look: ContextOptions) -> None:
    mates = TableMates(server.address, 2, seed="numbers")
    mates.advance()
    mates.close()
    page = visit(mates.seat_path(0), **look)
    page.locator(".end").wait_for()
    until(lambda: page.request.get("/api/me/games").json()["whole"]["games"] == 1)
    page.goto("/games")
    page.locator('[data-games="1"]').wait_for()
    page.get_by_role("row", name="Bo 1").wait_for()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_calendar_shows_what_was_played(visit: Visit, axe: Axe) -> None:
    def play_today(route: Route) -> None:
        overview = route.fetch().json()
        played = {"day": overview["day"], "players": 3, "table": "abcdef123456", "score": 23, "max_score": 25}
        route.fulfill(json={**overview, "history": [played], "streak": 1})

    page = visit("/favicon.svg", **PHONE)
    page.route("**/api/daily", play_today)
    page.goto("/daily")
    expect(page.locator("a[data-day]")).to_have_accessible_name(re.compile(r"^\d+: 23 of 25$"))
    expect(page.locator("[data-streak]")).to_have_text("1 day in a row")
    assert axe(page) == []


def test_the_deal_of_the_day(visit: Visit, axe: Axe) -> None:
    page = visit("/", **PHONE)
    page.get_by_role("link", name="Today’s deal").click()
    page.locator("[data-play-daily]").first.wait_for()
    assert page.locator(".btn.primary").count() == 1, "one golden button"
    assert page.locator('[data-deal="3"] .btn').count() == 1, "and no other choice beside it"
    expect(page.locator("[data-streak]")).to_have_text("Your first deal")
    page.locator("summary").click()
    page.locator('[data-deal="2"]').wait_for()
    assert axe(page) == []
    assert page.locator("[data-countdown]").inner_text()
    page.locator('[data-deal="2"]').get_by_role("button", name="Play with friends").click()
    page.wait_for_url("**/t/**")
    page.get_by_text("Everyone plays today’s deal by the same rules.").wait_for()
    table = page.url
    page.goto("/daily")
    page.locator("summary").click()
    page.locator('[data-deal="2"]').get_by_role("link", name="Back to your game").click()
    page.wait_for_url(table)
    page.goto("/daily")
    page.get_by_role("button", name="Earlier month").click()
    page.get_by_role("button", name="1: not played. Play it now", exact=True).click()
    page.locator(".board").wait_for()
    page.goto("/daily")
    expect(page.locator("[data-streak]")).to_have_attribute("data-streak", "0")
