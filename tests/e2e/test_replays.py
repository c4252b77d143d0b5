"""A finished game again: turn by turn, through anybody's eyes, and from there on differently."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Server, Visit, until
from hanabi.records import load, replay
from support.browser_actions import in_sight, wait_for_actions, wait_for_turn
from support.browser_players import TableMates


@pytest.fixture(scope="module")
def finished(server: Server) -> TableMates:
    return TableMates(server.address, 3, seed="replay me").finish()


def hands_shown(page: Page) -> list[list[str | None]]:
    cards: list[list[str | None]] = page.locator(".mate").evaluate_all(
        "all => all.map((one) => [...one.querySelectorAll('.card-button')].map((card) => card.dataset.card ?? null))"
    )
    return cards


def engine_hands(mates: TableMates, turn: int) -> list[list[str]]:
    game = replay(mates.game.record(), turn)
    return [[str(game.card(seat, slot)) for slot in range(game.state.hand_sizes[seat])] for seat in range(3)]


def test_slider_arrows_and_links_show_what_the_engine_says(visit: Visit, finished: TableMates) -> None:
    page = visit(f"/r/{finished.table}")
    page.locator('[data-turn="0"]').wait_for()
    assert hands_shown(page) == engine_hands(finished, 0)
    page.get_by_role("slider").fill("17")
    page.locator('[data-turn="17"]').wait_for()
    assert hands_shown(page) == engine_hands(finished, 17)
    page.locator("body").press("ArrowRight")
    page.locator('[data-turn="18"]').wait_for()
    assert hands_shown(page) == engine_hands(finished, 18)
    page.get_by_label("Point of view").select_option("1")
    page.locator("[data-own]").first.wait_for()
    page.locator("[data-reasons]").wait_for()
    again = visit(page.url)
    again.locator('[data-turn="18"]').wait_for()
    expect(again.locator(".board")).to_have_text(page.locator(".board").inner_text(), use_inner_text=True)
    assert again.locator('[data-own][aria-label*="Your card 1."]').count() == 1
    again.set_viewport_size({"width": 390, "height": 844})
    until(lambda: in_sight(again.get_by_role("button", name="More", exact=True)))


def test_a_line_of_the_log_and_a_card_lead_to_their_turn(visit: Visit, finished: TableMates) -> None:
    page = visit(f"/r/{finished.table}")
    page.locator('[data-turn="0"]').wait_for()
    page.locator(".log button").nth(11).click()
    page.locator('[data-turn="12"]').wait_for()
    expect(page.locator(".log li[aria-current]")).to_have_count(1)
    page.locator("body").press("End")
    last = len(finished.game.action_texts)
    page.locator(f'[data-turn="{last}"]').wait_for()
    first = page.locator("[data-discard]").first
    number = int(first.get_attribute("data-discard") or "")
    first.locator("button").click()
    turn = int(page.locator("[data-turn]").get_attribute("data-turn") or "")
    text = page.locator(".log li[aria-current]").inner_text()
    assert 0 < turn <= last
    assert "discard" in text, (number, text)


@pytest.mark.parametrize("cards", ["The same deck as in the game", "New cards for those you could not know"])
def test_going_on_with_bots_leaves_the_game_as_it_was(visit: Visit, finished: TableMates, cards: str) -> None:
    before = visit("/").request.get(f"/api/tables/{finished.table}/record").text()
    page = visit(f"/r/{finished.table}?turn=9")
    page.locator('[data-turn="9"]').wait_for()
    page.get_by_role("button", name="Continue with bots").click()
    page.get_by_label(cards).check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(lambda url: "/t/" in url and finished.table not in url)
    wait_for_turn(page)
    wait_for_actions(page, 9)
    assert page.request.get(f"/api/tables/{finished.table}/record").text() == before


def test_the_download_is_the_record(visit: Visit, finished: TableMates, tmp_path: Path) -> None:
    page = visit(f"/r/{finished.table}")
    with page.expect_download() as download:
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("button", name="Download the record").click()
    path = tmp_path / "game.json"
    download.value.save_as(path)
    record = load(path)
    assert record.actions == tuple(finished.game.action_texts)
    page.goto("/")
    page.get_by_role("link", name="Open a recorded game").click()
    page.get_by_label("Open a recorded game").set_input_files(path)
    page.locator('[data-turn="0"]').wait_for()
    page.locator("body").press("End")
    page.locator(f'[data-turn="{len(record.actions)}"]').wait_for()
    assert hands_shown(page) == engine_hands(finished, len(record.actions))


def test_without_motion_cards_are_in_place_at_once(visit: Visit, finished: TableMates) -> None:
    page = visit(f"/r/{finished.table}")
    page.locator('[data-turn="0"]').wait_for()
    page.locator("body").press("ArrowRight")
    page.locator('[data-turn="1"]').wait_for()
    assert page.evaluate("document.getAnimations().filter((one) => one.effect.getTiming().duration > 100).length") == 0
