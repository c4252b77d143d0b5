"""From a fresh browser to the first move: three clicks, nothing to type, little to load."""

import gzip
from pathlib import Path

from playwright.sync_api import expect

from e2e.conftest import Server, Visit
from support.browser_actions import own, wait_for_turn

STATIC = Path(__file__).parents[2] / "src" / "hanabi" / "server" / "http" / "static"


def test_the_first_move_takes_three_clicks_and_no_typing(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    expect(page.locator('[data-status="clues"]')).to_have_text("8/8")
    own(page, 0).click()
    page.locator('[data-action="play"]').click()
    expect(page.locator(".log")).to_contain_text("You play")
    assert page.locator("input").count() == 0


def test_little_is_loaded_until_the_first_move_and_all_from_this_server(visit: Visit, server: Server) -> None:
    page = visit("about:blank")
    answers: list[tuple[int, str]] = []
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda answer: answers.append((answer.status, answer.url)))
    with page.expect_response(lambda answer: "/assets/Table-" in answer.url):  # the table is fetched ahead
        page.goto(server.address)
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    page.wait_for_load_state("networkidle")
    assert [answer for answer in answers if answer[0] >= 400 or not answer[1].startswith(server.address)] == []
    scripts = list(dict.fromkeys(url for url in asked if url.endswith(".js")))
    sizes = [(url, len(gzip.compress((STATIC / url.split("/", 3)[3]).read_bytes(), 9))) for url in scripts]
    table = next(place for place, url in enumerate(scripts) if "/assets/Table-" in url)
    assert sum(size for _, size in sizes[:table]) < 60_000, f"the start page: {sizes[:table]}"
    assert sum(size for _, size in sizes) < 105_000, sizes


def test_a_table_described_by_its_address_is_dealt_at_once(visit: Visit) -> None:
    page = visit("/new?edition=pl&black_powder=true&multicolor=wild&bots=simple,simple,simple&start=true&seed=a1")
    wait_for_turn(page)
    assert page.locator("[data-firework]").count() == 7
    assert page.locator(".mate").count() == 3


def test_an_unknown_address_says_so(visit: Visit) -> None:
    page = visit("/nowhere/at/all")
    page.get_by_role("heading", name="Page not found").wait_for()
    page.get_by_role("link", name="Back to the start").click()
    page.get_by_role("button", name="Play now").wait_for()


def test_a_table_that_is_not_there_says_so(visit: Visit) -> None:
    page = visit("/t/AAAAAAAAAAAA")
    page.get_by_text("There is no such table").wait_for()
    visit.forgive("WebSocket connection")
