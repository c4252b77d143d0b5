"""Puzzles in the browser: solved on the real board, explained, shown on it, and without a connection."""

import json

from playwright.sync_api import Page, expect

from e2e.conftest import DESKTOP, PHONE, Axe, Visit
from hanabi.puzzles import Puzzle, shipped_puzzles
from hanabi.rules import Play, read_action
from hanabi.texts import LANGUAGES, say


def played_slot(puzzle: Puzzle) -> int | None:
    action = read_action(puzzle.position().state, puzzle.solution)
    return action.slot if isinstance(action, Play) else None


PLAYED = next(puzzle for puzzle in shipped_puzzles() if played_slot(puzzle) is not None)


def play(page: Page, slot: int) -> None:
    page.locator(f'[data-own="{slot}"]').first.click()
    page.locator('[data-action="play"]').click()


def test_puzzles_open_on_a_board_and_are_explained(visit: Visit, axe: Axe) -> None:
    page = visit("/puzzles", **PHONE)
    page.locator("[data-puzzle]").wait_for()
    page.get_by_role("link", name="Puzzle of the day").wait_for()
    assert axe(page) == []
    page.goto(f"/puzzles/{PLAYED.id}")
    page.locator("[data-puzzle]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="What happened before").click()
    page.get_by_role("button", name="Back to the puzzle").click()
    slot = played_slot(PLAYED)
    assert slot is not None
    play(page, slot)
    page.locator('[data-right="true"]').wait_for()
    expect(page.locator("[data-right] b").first).to_contain_text("Right: play card")
    assert axe(page) == []
    page.get_by_role("button", name="Show me what comes next").click()
    last = len(PLAYED.line)
    expect(page.locator("input[type=range]")).to_have_js_property("value", str(last), timeout=60_000)
    page.get_by_role("link", name="Next puzzle").click()
    page.locator("[data-puzzle]").wait_for()
    other = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    assert other != PLAYED.id
    # Another one without leaving the screen; the column beside the board knows the results.
    page.get_by_role("button", name="Show the solution").click()
    page.locator('[data-streak="0"]').wait_for()
    assert page.locator(f'[data-missed="{other}"]').count() == 1
    assert page.locator("[data-graph]").get_attribute("data-graph") == "2"
    page.get_by_role("link", name="Next puzzle").click()
    page.locator("[data-puzzle]").wait_for()
    assert page.locator("[data-puzzle]").get_attribute("data-puzzle") not in (PLAYED.id, other)
    page.locator(f'[data-missed="{other}"] a').click()
    page.locator(f'[data-puzzle="{other}"]').wait_for()
    assert axe(page) == []


def test_a_wrong_move_gets_a_second_try(visit: Visit) -> None:
    slot = played_slot(PLAYED)
    assert slot is not None
    page = visit(f"/puzzles/{PLAYED.id}", settings={"guard": False}, **DESKTOP)
    page.locator("[data-puzzle]").wait_for()
    play(page, 1 if slot == 0 else 0)
    page.locator("[data-again]").wait_for()
    assert page.locator("[data-right]").count() == 0, "the solution is not shown yet"
    play(page, slot)
    page.locator('[data-right="true"]').wait_for()
    expect(page.locator("[data-right] b").first).to_contain_text("second try")


def test_who_gives_up_is_shown_the_solution(visit: Visit) -> None:
    page = visit(f"/puzzles/{PLAYED.id}", **DESKTOP)
    page.locator("[data-puzzle]").wait_for()
    page.get_by_role("button", name="Show the solution").click()
    page.locator('[data-right="false"]').wait_for()
    expect(page.locator("[data-right] b").first).to_contain_text("The best move: play card")


def test_kept_puzzles_are_solved_without_the_server(visit: Visit) -> None:
    """Every answer of the server fails but the bundle, as it would come from the browser's own store."""
    visit.forgive("ERR_FAILED")
    page = visit("/puzzles", **PHONE)
    page.locator("[data-puzzle]").wait_for()
    bundle = page.evaluate("fetch('/api/puzzles/bundle?lang=en').then((answer) => answer.text())")
    page.route("**/api/puzzles/**", lambda route: route.abort())
    page.route("**/api/puzzles/bundle*", lambda route: route.fulfill(body=bundle, content_type="application/json"))
    page.locator('[data-theme="clue"]').click()
    page.get_by_text("You are offline").wait_for()
    shown = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    assert shown in {puzzle["puzzle"] for puzzle in json.loads(bundle)["puzzles"]}
    page.get_by_role("button", name="Show the solution").click()
    page.locator("[data-right]").wait_for()


def test_puzzles_speak_the_readers_language(visit: Visit) -> None:
    page = visit("about:blank", **{**PHONE, "viewport": {"width": 320, "height": 640}})
    for lang in LANGUAGES:
        page.goto(f"/puzzles/{PLAYED.id}?lang={lang}")
        page.get_by_role("button", name=say("web.puzzle.show", lang)).click()
        page.locator("[data-right]").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), lang
