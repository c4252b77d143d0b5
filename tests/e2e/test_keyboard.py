"""Without a mouse: from the first page to the end of a game, the focus always in sight."""

from playwright.sync_api import Page, expect

from e2e.conftest import Server, Visit
from hanabi.rules import Clue
from support.browser_actions import wait_for_actions, wait_for_turn
from support.browser_players import TableMates


def tab_to(page: Page, name: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()")
        if focused.startswith(name):
            return
    raise AssertionError(f"Tab never reached {name!r}")


def focus_is_in_sight(page: Page) -> None:
    """Something has the focus, and it is drawn around it."""
    page.wait_for_function("() => document.activeElement && document.activeElement !== document.body")
    assert page.evaluate(
        """() => {
            const box = document.activeElement.getBoundingClientRect();
            return box.width > 0 && box.height > 0;
        }"""
    )


def test_from_the_first_page_to_a_move(visit: Visit) -> None:
    page = visit("/")
    tab_to(page, "Play now")
    page.keyboard.press("Enter")
    wait_for_turn(page)
    page.wait_for_function("() => document.activeElement?.closest('.board')")
    page.keyboard.press("1")
    focus_is_in_sight(page)
    assert page.evaluate("document.activeElement.dataset.own") == "0"
    page.keyboard.press("p")
    expect(page.locator(".log")).to_contain_text("You play")
    focus_is_in_sight(page)
    assert page.evaluate("document.activeElement.dataset.own") == "0"
    outline = page.evaluate("(() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle })()")
    assert outline != "none"


def test_after_a_clue_the_keys_mean_what_they_meant_before(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="clue keys")
    page = visit(mates.seat_path(0))
    wait_for_turn(page)
    page.keyboard.press("c")
    page.locator("[data-question]").wait_for()
    expect(page.locator(".mate kbd")).to_have_text(["1", "2"])
    page.keyboard.press("1")
    page.locator("[data-question]").wait_for(state="detached")
    page.keyboard.press(str(mates.game.card(1, 0).rank))
    page.keyboard.press("Enter")
    wait_for_actions(page, 1)
    mates.game.act(Clue(1, mates.game.card(1, 0).rank))
    mates.advance(lambda game: game.player == 0)
    mates.close()
    wait_for_turn(page)
    page.keyboard.press("2")
    expect(page.locator('[data-own="1"]')).to_have_attribute("aria-pressed", "true")
    assert page.locator(".clue-chips").count() == 0


def test_the_key_for_a_note_leads_to_its_field(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="note key")
    page = visit(mates.seat_path(0))
    mates.close()
    wait_for_turn(page)
    page.keyboard.press("1")
    page.keyboard.press("n")
    expect(page.get_by_label("Note to yourself")).to_be_focused()


def test_a_game_to_its_end_by_keys(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="keys", options={"communication": "phrases"}, strikes=1)
    page = visit(mates.seat_path(0))
    wait_for_turn(page)
    page.locator("body").press("c")
    page.keyboard.press("1")
    page.keyboard.press(str(mates.game.card(1, 0).rank))
    page.locator("[data-preview]").wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-preview]").wait_for(state="detached")
    page.keyboard.press(str(mates.game.card(1, 0).rank))
    page.keyboard.press("Enter")
    wait_for_actions(page, 1)
    expect(page.locator('[data-voice="polite"]')).to_contain_text("You tell Bo that")
    mates.game.act(Clue(1, mates.game.card(1, 0).rank))
    page.keyboard.press("2")
    focus_is_in_sight(page)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-own]").nth(2)).to_have_attribute("data-own", "1")
    focus_is_in_sight(page)
    page.keyboard.press("n")
    page.get_by_label("Note to yourself").fill("r1 b2")
    page.keyboard.press("Escape")
    expect(page.locator('[data-own="1"]')).to_contain_text("r1 b2")
    focus_is_in_sight(page)
    mates.advance(lambda game: game.player == 0)
    wait_for_turn(page)
    expect(page.locator('[data-voice="assertive"]')).to_contain_text("Your turn")
    slot = next(slot for slot in range(5) if mates.game.card(0, slot) not in mates.game.view().playable)
    page.keyboard.press(str(slot + 1))
    page.keyboard.press("p")
    page.get_by_text("this would be the last strike").wait_for()
    tab_to(page, "Do it anyway")
    page.keyboard.press("Enter")
    page.locator(".end").wait_for()
    focus_is_in_sight(page)
    mates.close()
    tab_to(page, "Replay")
    page.keyboard.press("Enter")
    page.locator("[data-turn]").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator('[data-turn="1"]').wait_for()


def test_shortcuts_can_be_turned_off_and_never_fire_while_typing(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="typing", options={"communication": "free"})
    page = visit(mates.seat_path(0))
    mates.close()
    wait_for_turn(page)
    page.keyboard.press("1")
    page.locator('[data-talk="players"]').click()
    page.get_by_label("Write to the table").fill("")
    page.get_by_label("Write to the table").press("p")
    page.wait_for_timeout(200)
    assert page.locator(".board").get_attribute("data-actions-done") == "0"
    off = visit(mates.seat_path(0), settings={"shortcuts": False})
    wait_for_turn(off)
    off.keyboard.press("1")
    assert off.locator('[data-own][aria-pressed="true"]').count() == 0
