"""Looking at a finished game together: a desktop leads, a phone follows, both draw and talk."""

import re

from playwright.sync_api import Page, expect

from e2e.conftest import PHONE, Axe, Server, Visit
from support.browser_players import TableMates

KNOWN = {"name": "Kim"}


def middle(page: Page, selector: str, number: int) -> tuple[float, float]:
    box = page.locator(selector).nth(number).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], button: str = "left") -> None:
    page.mouse.move(*start)
    page.mouse.down(button="right" if button == "right" else "left")
    page.mouse.move(*end, steps=4)
    page.mouse.up(button="right" if button == "right" else "left")


def turn(page: Page, number: int) -> None:
    page.locator(f'[data-turn="{number}"]').wait_for()


def voice(page: Page, text: str) -> None:
    expect(page.locator('[data-voice="polite"]')).to_contain_text(text)


def test_a_desktop_leads_and_a_phone_follows_and_draws(visit: Visit, server: Server, axe: Axe) -> None:
    mates = TableMates(server.address, 3, seed="together", options={"communication": "free"})
    mates.advance()
    mates.close()
    ana = visit(f"/r/{mates.table}?turn=9", settings={"name": "Zoe"})
    ana.get_by_role("button", name="More", exact=True).click()
    ana.get_by_role("button", name="Review with friends").click()
    link = ana.get_by_label("Link to this review").input_value()
    assert re.fullmatch(rf"{server.address}/together/table/{mates.table}/[\w-]{{20}}", link)
    assert axe(ana) == []
    ana.keyboard.press("Escape")

    kim = visit(link, settings=KNOWN, **PHONE)
    turn(kim, 9)
    kim.get_by_text("Zoe is leading.").wait_for()
    voice(ana, "Kim has joined.")
    ana.locator("body").press("ArrowRight")
    turn(kim, 10)
    ana.get_by_label("Point of view").select_option("1")
    kim.locator("[data-own]").first.wait_for()

    # By touch: a circle and an arrow, on both boards the same cards.
    kim.locator("[data-draw]").click()
    card = kim.locator(".mate [data-drawn]").nth(2)
    drawn = card.get_attribute("data-drawn")
    card.tap()
    expect(ana.locator('[data-mark="circle"]')).to_have_count(1)
    ring, there = ana.locator('[data-mark="circle"] .line'), ana.locator(f'[data-drawn="{drawn}"] .frame')
    outer, inner = ring.bounding_box(), there.bounding_box()
    assert outer is not None
    assert inner is not None
    assert 0 < inner["x"] - outer["x"] < 10
    assert 0 < inner["y"] - outer["y"] < 10
    voice(ana, "Kim circles: ")
    drag(kim, middle(kim, ".mate [data-drawn]", 4), middle(kim, "[data-firework] [data-top]", 1))
    expect(ana.locator('[data-mark="arrow"]')).to_have_count(1)
    assert axe(kim) == []

    # With the mouse and with the keyboard.
    drag(ana, middle(ana, ".mate [data-drawn]", 1), middle(ana, ".mate [data-drawn]", 6), "right")
    expect(kim.locator('[data-mark="arrow"]')).to_have_count(2)
    ana.locator(".mate [data-drawn]").nth(3).focus()
    ana.keyboard.press("m")
    expect(kim.locator('[data-mark="circle"]')).to_have_count(2)
    ana.keyboard.press("a")
    voice(ana, "The arrow starts here")
    ana.keyboard.press("b")
    expect(kim.locator('[data-mark="arrow"]')).to_have_count(3)
    assert axe(ana) == []
    card.tap()
    expect(ana.locator('[data-mark="circle"]')).to_have_count(1)
    ana.locator("body").press("ArrowRight")
    turn(kim, 11)
    expect(kim.locator("[data-mark]")).to_have_count(0)

    # Alone and back; talk; the lead.
    kim.get_by_label("One turn forward").click()
    turn(kim, 12)
    turn(ana, 11)
    kim.get_by_role("button", name="Follow Zoe").click()
    turn(kim, 11)
    kim.get_by_role("button", name="Chat", exact=True).click()
    kim.get_by_label("Write to everyone here").fill("<b>why</b> not the red one?")
    kim.keyboard.press("Enter")
    voice(ana, "Kim: <b>why</b> not the red one?")
    kim.keyboard.press("Escape")
    kim.locator("[data-people]").click()
    kim.get_by_role("button", name="Take the lead").click()
    voice(ana, "Kim is leading.")
    kim.get_by_label("One turn back").click()
    turn(ana, 10)

    # A variation that is tried is seen by the others; a reload changes nothing.
    kim.get_by_role("button", name="Try from here").click()
    kim.locator("[data-own]").first.click()
    kim.locator('[data-action="discard"]').click()
    ana.locator('[data-turn="11"][data-line="1"]').wait_for()
    ana.reload()
    ana.locator('[data-turn="11"][data-line="1"]').wait_for()
    expect(ana.locator("[data-people]")).to_have_attribute("data-people", "2")


def test_the_end_of_a_game_and_its_review_offer_it(visit: Visit, server: Server, axe: Axe) -> None:
    mates = TableMates(server.address, 2, seed="look back")
    mates.advance()
    page = visit(mates.seat_path(0))
    mates.close()
    page.locator(".end").get_by_role("button", name="Review with friends").click()
    expect(page.get_by_role("dialog")).to_contain_text("Ana (you)")
    page.goto(f"/review/table/{mates.table}")
    page.get_by_role("button", name="Review with friends").click()
    page.get_by_role("heading", name="Invite others to join in").wait_for()
    visit.forgive("404")
    page.goto(f"/together/table/{mates.table}x/abcdefghijklmnopqrst")
    page.get_by_text("This game cannot be viewed together.").wait_for()
    assert axe(page) == []
