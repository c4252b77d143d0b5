"""The review in the browser: the curve, the turning points, every move; by mouse, keyboard and screen reader."""

import pytest
from playwright.sync_api import expect

from e2e.conftest import DESKTOP, PHONE, Axe, Server, Visit
from hanabi.records import replay
from hanabi.rules import Discard, Play, write_action
from hanabi.texts import LANGUAGES, say
from support.browser_players import TableMates


@pytest.fixture(scope="module")
def finished(server: Server) -> TableMates:
    """A short game with careless moves: its review has something to say, and does not take long."""
    mates = TableMates(server.address, 3, seed="review me", strikes=1)
    while len(mates.game.action_texts) < 17:
        careless = len(mates.game.action_texts) % 9 == 8
        mates.act(Discard(4) if careless else mates.chosen())
    seat, view = mates.game.player, mates.game.view()
    assert seat is not None
    mates.act(Play(next(slot for slot in range(5) if mates.game.card(seat, slot) not in view.playable)))
    mates.close()
    return mates


def test_from_the_end_of_a_game_to_its_review_and_back_to_a_turn(visit: Visit, finished: TableMates, axe: Axe) -> None:
    page = visit(finished.seat_path(0), **PHONE)
    expect(page.locator(".end .curve .line")).to_be_visible(timeout=300_000)
    expect(page.locator(".end .sentence")).not_to_have_text("")
    again = page.get_by_role("button", name="Try again from turn")
    again.wait_for(timeout=300_000)
    assert axe(page) == []
    page.locator(".end").get_by_role("link", name="Review").click()
    page.locator('[data-stage="done"]').wait_for(timeout=300_000)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    curve = page.get_by_role("img", name="Expected score move by move")
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] * 0.5, "y": box["height"] * 0.5})
    chosen = int(page.locator("[data-move]").get_attribute("data-move") or "")
    assert 0 < chosen < len(finished.game.action_texts) - 1
    slider = page.get_by_role("slider")
    slider.focus()
    slider.press("ArrowRight")
    expect(page.locator("[data-move]")).to_have_attribute("data-move", str(chosen + 1))
    assert f"Turn {chosen + 2}" in (slider.get_attribute("aria-valuetext") or "")
    page.get_by_role("link", name="Look at this turn").click()
    page.locator(f'[data-turn="{chosen + 1}"]').wait_for()


def test_a_fault_is_explained_and_a_better_line_is_played_on_the_board(visit: Visit, finished: TableMates) -> None:
    page = visit(f"/review/table/{finished.table}", **PHONE)
    page.locator('[data-stage="done"]').wait_for(timeout=300_000)
    assert (page.locator(".headline").inner_text()).strip()
    worst = page.locator("[data-fault].chosen")
    assert worst.locator("p").count() > 1, "the worst move is open and explained"
    expect(page.locator(".board .made"), "the move that was played is marked on the board").to_have_count(1)
    acted = finished.game.action_texts[0]
    clue = next(
        f"clue 1 {rank}" for rank in range(1, 6) if replays(finished, f"clue 1 {rank}") and acted != f"clue 1 {rank}"
    )
    page.goto(f"/r/{finished.table}?turn=0&show={clue}")
    expect(page.locator('[data-turn="1"]')).to_have_attribute("data-line", "1", timeout=60_000)


def replays(finished: TableMates, clue: str) -> bool:
    """Whether this clue could have been the first action."""
    start = replay(finished.game.record(), 0)
    legal = {write_action(start.state, action) for action in start.view(start.state.player).legal_actions}
    return clue in legal


def test_the_board_beside_the_curve_and_keys_through_the_mistakes(visit: Visit, finished: TableMates, axe: Axe) -> None:
    page = visit(f"/review/table/{finished.table}", **DESKTOP)
    page.locator('[data-stage="done"]').wait_for(timeout=300_000)
    board, curve = page.locator(".board").bounding_box(), page.locator("#curve").bounding_box()
    assert board is not None
    assert curve is not None
    assert board["x"] + board["width"] <= curve["x"], "the board is left of the curve"
    page.locator("summary", has_text="All moves").click()
    page.locator("ol.points button").nth(4).click()
    expect(page.locator("[data-move]")).to_have_attribute("data-move", "4")
    expect(page.locator(".board")).to_have_attribute("data-actions-done", "4")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-move]")).to_have_attribute("data-move", "5")
    listed = [int(one.get_attribute("data-fault") or "") for one in page.locator("[data-fault]").all()]
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-move]")).to_have_attribute("data-move", str(next(one for one in listed if one > 5)))
    assert axe(page) == []


def test_a_mistake_of_ones_own_is_a_puzzle(visit: Visit, finished: TableMates, axe: Axe) -> None:
    seat = len(finished.game.action_texts[:-1]) % 3  # made the last move, a strike
    page = visit(finished.seat_path(seat), **PHONE)
    page.locator(".end").wait_for()
    page.goto(f"/review/table/{finished.table}")
    page.locator('[data-stage="done"]').wait_for(timeout=300_000)
    page.get_by_role("link", name="Learn from your mistakes").click()
    page.locator("[data-puzzle]").wait_for()
    assert page.locator("[data-own] [data-card]").count() == 0, "the own cards are hidden"
    assert axe(page) == []
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("[data-right] b").first).to_contain_text("The best move:")
    for _ in range(page.locator("[data-mistake]").count() - 1):
        page.get_by_role("link", name="Next mistake").click()
        page.get_by_role("button", name="Show the solution").click()
    page.locator("[data-right]").wait_for()
    page.locator(".buttons").get_by_role("link", name="Back to the review").click()
    page.locator('[data-stage="done"]').wait_for(timeout=300_000)


def test_the_review_speaks_the_readers_language(visit: Visit, finished: TableMates) -> None:
    page = visit("about:blank", **PHONE)
    for lang in LANGUAGES:
        page.goto(f"/review/table/{finished.table}?lang={lang}")
        page.locator('[data-stage="done"]').wait_for(timeout=300_000)
        page.locator("summary", has_text=say("web.review.details", lang)).click()
        page.get_by_role("heading", name=say("review.title.sum", lang)).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), lang
