"""No violation on any screen, by day and by night, on a phone and on a desk, at every aid level."""

from typing import Any

import pytest
from playwright.sync_api import expect

from e2e.conftest import DESKTOP, PHONE, Axe, Server, Visit
from support.browser_actions import own, wait_for_turn
from support.browser_players import TableMates

LOOKS = [pytest.param(DESKTOP, id="desk"), pytest.param(PHONE, id="phone")]


@pytest.mark.parametrize("look", LOOKS)
def test_pages_to_read(visit: Visit, axe: Axe, look: dict[str, Any]) -> None:
    page = visit("/", **look)
    for path, heading in {
        "/": "Hanabi",
        "/rules?edition=pl": "The rules of Hanabi",
        "/settings": "Settings",
        "/open": "Open a game",
        "/daily": "Today’s deal",
        "/games": "Your games",
        "/nowhere": "Page not found",
    }.items():
        page.goto(path)
        page.get_by_role("heading", name=heading, exact=True).wait_for()
        if path.startswith("/rules"):
            page.get_by_role("heading", name="The reward tiles").wait_for()
        assert axe(page, by_night_and_day=True) == [], path


@pytest.mark.parametrize("look", LOOKS)
def test_setting_up(visit: Visit, axe: Axe, look: dict[str, Any]) -> None:
    page = visit("/new?seats=5&edition=pl&black_powder=true&multicolor=wild", **look)
    page.get_by_role("heading", name="Invite friends").wait_for()
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.get_by_role("radio", name="Polish deluxe edition")).to_be_checked()
    assert axe(page, by_night_and_day=True) == []


@pytest.mark.parametrize("look", LOOKS)
def test_the_table(visit: Visit, axe: Axe, server: Server, look: dict[str, Any]) -> None:
    switches = {"multicolor": "suit", "black_powder": True, "choreography": True}
    mates = TableMates(server.address, 5, seed="axe", options={"communication": "free"}, **switches)
    mates.advance(lambda game: len(game.action_texts) >= 15 and game.player == 0 and 0 < game.state.clue_tokens < 8)
    page = visit(mates.seat_path(0), settings={"aids": "expert"}, **look)
    mates.close()
    wait_for_turn(page)
    assert axe(page, by_night_and_day=True) == []
    own(page, 1).click()
    assert axe(page, by_night_and_day=True) == [], "a card is picked"
    page.get_by_role("button", name="Details").click()
    assert axe(page, by_night_and_day=True) == [], "the card's sheet"
    page.keyboard.press("Escape")
    page.locator(".mate .card-button").first.click()
    page.locator('.clue-chips [data-about="1"]').click()
    assert axe(page, by_night_and_day=True) == [], "a clue is previewed"
    page.locator("[data-menu]").click()
    assert axe(page, by_night_and_day=True) == [], "the menu"
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Expert").wait_for()
    assert axe(page, by_night_and_day=True) == [], "the settings"


def test_the_table_at_every_aid_level(visit: Visit, axe: Axe, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="aids")
    mates.advance(lambda game: len(game.action_texts) >= 12)
    mates.close()
    for level in ("paper", "clues", "deduce"):
        page = visit(mates.seat_path(0), settings={"aids": level, "contrast": True})
        page.locator("[data-own]").first.wait_for()
        assert axe(page) == [], level


@pytest.mark.parametrize("look", LOOKS)
def test_the_end_and_the_replay(visit: Visit, axe: Axe, server: Server, look: dict[str, Any]) -> None:
    mates = TableMates(server.address, 2, seed="axe end")
    mates.advance()
    page = visit(mates.seat_path(0), **look)
    mates.close()
    page.locator(".end").wait_for()
    assert axe(page, by_night_and_day=True) == []
    page.goto(f"/r/{mates.table}?turn=9")
    page.locator("[data-turn]").wait_for()
    assert axe(page, by_night_and_day=True) == []


@pytest.mark.parametrize("look", LOOKS)
def test_the_course(visit: Visit, axe: Axe, look: dict[str, Any]) -> None:
    page = visit("/learn", **look)
    page.locator("[data-lesson]").first.wait_for(timeout=120_000)
    assert axe(page, by_night_and_day=True) == []
    page.goto("/learn/clues")
    wait_for_turn(page)
    own(page, 0).click()
    page.locator('[data-action="play"]').click()
    page.locator('.lesson[data-state="wrong"]').wait_for()
    assert axe(page, by_night_and_day=True) == [], "a wrong choice"
    page.get_by_role("button", name="Show the answer").click()
    page.locator('.lesson[data-state="answer"]').wait_for()
    assert axe(page, by_night_and_day=True) == [], "the answer"


def test_cards_have_names_and_actions_are_told(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="names")
    mates.advance(lambda game: len(game.action_texts) >= 9 and game.player == 1)
    page = visit(mates.seat_path(0), settings={"aids": "deduce"})
    page.locator("[data-own]").first.wait_for()
    for slot in range(5):
        face = mates.game.card(1, slot)
        card = page.get_by_role("button", name=f"Bo, card {slot + 1}: {face.suit} {face.rank}.")
        assert "Bo knows" in (card.get_attribute("aria-label") or "")
        assert (own(page, slot).get_attribute("aria-label") or "").startswith(f"Your card {slot + 1}.")
    mates.act(mates.chosen())
    mates.close()
    expect(page.locator('[data-voice="polite"]')).to_contain_text("Bo")
    expect(page.locator('[data-voice="assertive"]')).to_contain_text("Your turn")
    assert page.title().startswith("● Your turn")
