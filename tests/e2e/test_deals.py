"""What a seat sees of the deal before the first turn, and the page that checks it after the game."""

from playwright.sync_api import Page, expect

from e2e.conftest import PHONE, Axe, Visit
from hanabi.rules import Play
from support.browser_actions import act, wait_for_actions


def sit_down_and_start(host: Page, friend: Page) -> None:
    friend.get_by_role("button", name="Sit here").first.click()
    expect(host.locator(".seats")).to_contain_text("Guest 2")
    host.get_by_role("button", name="Deal the cards").click()
    for page in (host, friend):
        page.locator("[data-own]").first.wait_for()


def checks_of(page: Page) -> dict[str, str]:
    expect(page.locator("main")).to_contain_text("Everything matches.")
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries(
            [...document.querySelectorAll("[data-check]")].map((e) => [e.dataset.check, e.dataset.holds])
        )"""
    )
    return found


def test_two_browsers_decide_a_fresh_deal_and_check_it_afterwards(visit: Visit, axe: Axe) -> None:
    host = visit("/")
    host.get_by_role("button", name="Play with friends").click()
    friend = visit(host.get_by_label("Link to this table").input_value(), **PHONE)
    expect(friend.locator("[data-deal=fresh]")).to_contain_text("no player knows the cards")
    sit_down_and_start(host, friend)
    turns = 0
    while not host.locator(".end").count():
        wait_for_actions(host, turns)
        for page in (host, friend):
            if page.locator(".board.mine").count():
                act(page, Play(0))  # three strikes end the game soon
                turns += 1
                wait_for_actions(friend if page is host else host, turns)
    for page in (host, friend):
        page.get_by_role("link", name="Was the deal fair?").click()
        assert checks_of(page) == dict.fromkeys(("commitment", "own", "seed", "deck"), "true")
        expect(page.locator("[data-check=seed]")).to_contain_text("the server, Guest, and Guest 2")
        assert axe(page) == []


def test_everybody_is_warned_before_a_game_on_known_cards(visit: Visit) -> None:
    host = visit("/new?seats=2&seed=known")
    friend = visit(host.get_by_label("Link to this table").input_value(), **PHONE)
    for page in (host, friend):
        expect(page.locator("[data-deal=coded]")).to_contain_text("somebody may know the cards")
    sit_down_and_start(host, friend)
    for page in (host, friend):
        expect(page.locator(".banner[data-deal=coded]")).to_contain_text("somebody may know the cards")
    mover = host if host.locator(".board.mine").count() else friend
    act(mover, Play(0))
    for page in (host, friend):
        page.locator(".banner[data-deal]").wait_for(state="detached")
