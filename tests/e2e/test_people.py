"""Somebody to play with: two strangers find each other."""

from playwright.sync_api import expect

from e2e.conftest import PHONE, Axe, Visit
from e2e.test_accounts import a_name, register


def test_two_strangers_find_each_other(visit: Visit, axe: Axe) -> None:
    ana, bo = visit("/", settings={"name": "Ana"}, **PHONE), visit("/play", settings={"name": "Bo"})
    ana.locator('[data-way="people"]').click()
    ana.get_by_role("heading", name="Play with people").wait_for()
    assert axe(ana, by_night_and_day=True) == []
    ana.get_by_text("2", exact=True).click()
    ana.get_by_text("Quick").click()
    ana.locator("[data-find]").click()
    ana.locator('[data-search="waiting"]').wait_for()
    assert axe(ana, by_night_and_day=True) == []
    ana.get_by_role("link", name="Solve a puzzle while you wait").click()
    ana.locator("[data-puzzle]").wait_for()
    expect(ana.locator('[data-search="waiting"]')).to_be_visible()
    bo.get_by_text("Quick").click()
    bo.locator("[data-find]").click()
    expect(bo.locator('[data-search="waiting"]')).to_contain_text("Bots join in")
    bo.get_by_text("2", exact=True).click()
    for page in (ana, bo):
        page.get_by_role("button", name="To the table").click()
        page.locator("[data-own]").first.wait_for()
    assert ana.url == bo.url
    expect(ana.get_by_text("Bo").first).to_be_visible()


def test_a_profile_is_shown_and_a_link_makes_friends(visit: Visit, axe: Axe) -> None:
    ana, bo = visit("/account", settings={"name": "Ana"}, **PHONE), visit("/account", settings={"name": "Bo"})
    for page, name in ((ana, "Ana"), (bo, "Bo")):
        register(page, a_name(name))
    ana.get_by_role("link", name="Profile").click()
    ana.get_by_text("How strong are you?").wait_for()
    link = ana.locator("[data-friend-link]")
    expect(link).to_have_count(1)
    # Without games there is nothing to search.
    expect(ana.locator("main")).to_contain_text("You have not finished a game here yet.")
    expect(ana.locator("[data-search-games]")).to_have_count(0)
    assert axe(ana, by_night_and_day=True) == []
    bo.goto(link.get_attribute("data-friend-link") or "")
    bo.locator("[data-befriend]").click()
    expect(bo.locator("main")).to_contain_text("You are friends.")
    ana.get_by_label("Everybody may see this profile").check()
    expect(ana.get_by_role("button", name="Copy the link to this profile")).to_be_visible()
    stranger = visit(bo.url.partition("?")[0].removeprefix(visit.address), **PHONE)
    stranger.get_by_role("heading", name="Ana").wait_for()
    assert axe(stranger) == []
