"""On a phone: everything within reach of a thumb, nothing cut off."""

import pytest

from e2e.conftest import ContextOptions, Server, Visit
from support.browser_actions import in_sight, own, wait_for_actions, wait_for_turn
from support.browser_players import TableMates

FULL = {"multicolor": "suit", "black_powder": True}
SMALL = """() => [...document.querySelectorAll("button, a, select, input, summary")].filter((one) => {
    if (!one.checkVisibility()) return false;
    const box = (one.closest("label") ?? one).getBoundingClientRect();
    return box.width > 0 && (box.width < 43.5 || box.height < 43.5);
}).map((one) => `${one.outerHTML.slice(0, 90)} ${JSON.stringify(one.getBoundingClientRect())}`)"""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def phone(width: int, height: int) -> ContextOptions:
    return {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(("width", "height"), [(360, 740), (320, 568)])
@pytest.mark.parametrize("players", [2, 5])
def test_the_table_fits(visit: Visit, server: Server, width: int, height: int, players: int) -> None:
    mates = TableMates(server.address, players, seed="phone", **FULL)
    mates.advance(lambda game: len(game.action_texts) >= 10 and game.player == 0 and 0 < game.state.clue_tokens < 8)
    page = visit(mates.seat_path(0), settings={"aids": "expert"}, **phone(width, height))
    mates.close()
    wait_for_turn(page)
    assert page.evaluate(WIDE) <= 0
    assert page.evaluate(SMALL) == []
    assert in_sight(page.locator("[data-own]"))
    own(page, 0).click()
    for action in ("play", "discard"):
        assert in_sight(page.locator(f'[data-action="{action}"]'))
    page.locator(".mate .card-button").first.click()
    assert in_sight(page.locator(".clue-chips .chip"))
    page.locator('.clue-chips [data-about="1"]').click()
    assert in_sight(page.locator('[data-action="give"]'))
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDE) <= 0
    page.get_by_role("button", name="Cancel").click()
    assert in_sight(page.locator("[data-own]"))


def test_on_your_turn_nothing_scrolls_and_the_bar_says_all_its_numbers(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="phone")
    page = visit(mates.seat_path(0), **phone(390, 844))
    mates.close()
    wait_for_turn(page)
    bar = page.locator(".status")
    assert in_sight(bar)
    shown = bar.locator("small").evaluate_all("all => all.map((one) => [one.textContent, one.offsetWidth > 2])")
    assert shown == [["/8", True], ["/3", True], ["/25", True]]
    moved = """() => {
        const boxes = [...document.querySelectorAll("html, .board, .news, .stage, .table, main, .box")];
        for (const one of boxes) one.scrollBy(0, 50);
        return boxes.filter((one) => one.scrollTop > 0).map((one) => one.className);
    }"""
    assert page.evaluate(moved) == []
    own(page, 0).click()
    page.get_by_text("All the clue tokens are available").first.wait_for()
    hands = page.locator(".mate").evaluate_all(
        "all => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
    )
    assert page.locator(".strip").evaluate("one => one.getBoundingClientRect().top") >= hands, (
        "a refusal covers no hand"
    )
    own(page, 0).click()


def test_on_your_turn_a_teammates_name_begins_a_clue_and_the_eye_says_what_it_does(
    visit: Visit, server: Server
) -> None:
    mates = TableMates(server.address, 3, seed="phone")
    page = visit(mates.seat_path(0), **phone(390, 844))
    mates.close()
    wait_for_turn(page)
    page.get_by_role("button", name="See this hand as Bo sees it").click()
    page.get_by_text("You see this hand as Bo does.").wait_for()
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Clue to Bo").first.click()
    assert in_sight(page.locator(".clue-chips .chip"))


def test_other_screens_fit(visit: Visit) -> None:
    page = visit("about:blank", **phone(320, 640))
    for path, content in {
        "/": ".fan",
        "/learn": "[data-lesson]",
        "/rules?edition=pl": "svg.card",
        "/settings": "select",
        "/new?seats=5&edition=es": "summary",
    }.items():
        page.goto(path)
        page.locator(content).first.wait_for()
        for summary in page.locator("summary").all():
            summary.click()
        assert page.evaluate(WIDE) <= 0, path
        assert page.evaluate(SMALL) == [], path


def test_twice_the_zoom(visit: Visit, server: Server) -> None:
    """A page at 200 % is a page of half the width."""
    mates = TableMates(server.address, 3, seed="zoom")
    page = visit(mates.seat_path(0), viewport={"width": 640, "height": 400}, device_scale_factor=2)
    mates.close()
    wait_for_turn(page)
    assert page.evaluate(WIDE) <= 0
    assert in_sight(page.locator("[data-own]"))


def test_a_card_is_played_by_dragging_it_up(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="drag")
    page = visit(mates.seat_path(0))
    mates.close()
    wait_for_turn(page)
    card = own(page, 1).bounding_box()
    assert card is not None
    page.mouse.move(card["x"] + 20, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(card["x"] + 30, card["y"] - 40, steps=4)
    zone = page.locator('.zone[data-drop="play"]').bounding_box()
    assert zone is not None
    page.mouse.move(zone["x"] + 40, zone["y"] + 30, steps=4)
    page.mouse.up()
    wait_for_actions(page, 1)


def test_the_hand_is_rearranged_by_dragging(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="order")
    page = visit(mates.seat_path(0))
    mates.close()
    wait_for_turn(page)
    first, third = own(page, 0).bounding_box(), own(page, 2).bounding_box()
    assert first is not None
    assert third is not None
    page.mouse.move(first["x"] + 30, first["y"] + 40)
    page.mouse.down()
    page.mouse.move(third["x"] + 30, third["y"] + 40, steps=6)
    page.mouse.up()
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-own]')].map((one) => one.dataset.own).join() === '1,2,0,3,4'"
    )
