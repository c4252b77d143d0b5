"""At the table: moves planned before one's turn, bots that hurry, what was taken back, muting and reports."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import PHONE, Axe, Server, Visit
from hanabi.rules import Clue, Discard, Play
from support.browser_actions import own, wait_for_actions, wait_for_turn
from support.browser_players import TableMates


def waiting_page(visit: Visit, server: Server, seed: str, **context: Any) -> tuple[TableMates, Page]:
    """Bo's page while Ana is to act."""
    mates = TableMates(server.address, 2, seed=seed)
    page = visit(mates.seat_path(1), **context)
    page.locator("[data-own]").first.wait_for()
    return mates, page


def plan(page: Page, slot: int, how: str) -> None:
    own(page, slot).click()
    page.locator(f'[data-plan="{how}"]').click()
    expect(page.locator(f'[data-planned="{how}"]')).to_contain_text(f"card {slot + 1}")


def clue_to(mates: TableMates, seat: int) -> Clue:
    return next(one for one in mates.game.legal_actions() if isinstance(one, Clue) and one.to == seat)


def test_a_planned_discard_is_made_when_the_turn_comes(visit: Visit, axe: Axe, server: Server) -> None:
    mates, page = waiting_page(visit, server, "plan", **PHONE)
    mates.act(clue_to(mates, 1))
    wait_for_turn(page)
    mates.act(clue_to(mates, 0))
    wait_for_actions(page, 2)
    own(page, 0).click()
    rows = page.locator("[data-plan]").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert rows[0] == rows[1], "a second row would cover what the teammate knows"
    plan(page, 1, "discard")
    assert axe(page) == []
    mates.act(Discard(0))
    wait_for_actions(page, 4)
    page.locator("[data-planned]").wait_for(state="detached")
    mates.close()


@pytest.mark.parametrize("obstacle", ["strike", "clue", "cancel"])
def test_a_plan_is_dropped_when_something_happens_or_it_is_taken_back(
    visit: Visit, server: Server, obstacle: str
) -> None:
    mates, page = waiting_page(visit, server, "plan")
    plan(page, 0, "play")
    if obstacle == "cancel":
        page.locator("[data-planned] button").click()
        mates.act(clue_to(mates, 1))
    elif obstacle == "clue":
        mates.act(clue_to(mates, 1))
    else:
        mates.act(Play(next(slot for slot in range(5) if mates.game.card(0, slot).rank > 1)))
    wait_for_turn(page)
    if obstacle == "cancel":
        page.locator("[data-planned-dropped]").wait_for(state="detached")
    else:
        page.locator(f'[data-planned-dropped="{obstacle}"]').wait_for()
    assert page.locator(".board").get_attribute("data-actions-done") == "1"
    mates.close()


def test_a_planned_clue_is_given_when_the_turn_comes(visit: Visit, axe: Axe, server: Server) -> None:
    mates, page = waiting_page(visit, server, "plan", **PHONE)
    mates.act(clue_to(mates, 1))
    wait_for_turn(page)
    mates.act(clue_to(mates, 0))
    wait_for_actions(page, 2)
    page.locator(".mate .card-button").first.click()
    page.locator(".clue-chips [data-about]:not([aria-disabled=true])").first.click()
    page.get_by_role("button", name="Give it on my turn").click()
    expect(page.locator('[data-planned="clue"]')).to_contain_text("Planned for your turn: You tell Ana")
    assert axe(page) == []
    assert page.locator(".board").get_attribute("data-actions-done") == "2"
    mates.act(Discard(0))
    page.locator('.board[data-actions-done="4"], [data-planned-dropped]').first.wait_for()
    mates.close()


def test_bots_can_be_hurried_and_their_pace_chosen(visit: Visit) -> None:
    page = visit("/settings")
    page.get_by_label("Bots play").select_option("slow")
    page.goto("/")
    commands: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: commands.append(str(text))))
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    page.locator(".mate .card-button").first.click()
    page.locator(".clue-chips [data-about]:not([aria-disabled=true])").first.click()
    page.locator('[data-action="give"]').click()
    wait_for_actions(page, 3)
    assert any('"pace"' in text and '"slow"' in text for text in commands)


def test_what_was_taken_back_is_there_for_everybody_to_see(visit: Visit, axe: Axe, server: Server) -> None:
    mates, page = waiting_page(visit, server, "undone")
    mates.act(clue_to(mates, 1))
    wait_for_turn(page)
    mates.send(0, type="take_back", answer="ask")
    page.get_by_role("button", name="Agree").click()
    wait_for_actions(page, 0)
    page.locator("[data-menu]").click()
    page.get_by_role("button", name="Moves taken back").click()
    expect(page.locator("dialog")).to_contain_text("Ana’s move is taken back.")
    expect(page.locator("dialog")).to_contain_text("Ana tells you")
    assert axe(page) == []
    mates.close()


def test_a_player_is_muted_and_reported_and_notifications_are_offered(visit: Visit, axe: Axe, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="rude", options={"communication": "free"})
    page = visit(mates.seat_path(1))
    page.locator("[data-own]").first.wait_for()
    mates.send(0, type="chat", text="You rascal")
    expect(page.locator(".log")).to_contain_text("You rascal")
    page.locator("[data-menu]").click()
    page.get_by_role("button", name="People at this table").click()
    page.locator('[data-mute="0"]').click()
    page.locator('[data-report="0"]').click()
    assert axe(page) == []
    page.get_by_label("What is it about?").select_option("insult")
    page.get_by_role("textbox", name="What happened").fill("called me a rascal")
    with page.expect_response("**/api/reports") as answer:
        page.get_by_role("button", name="Send the report").click()
    assert answer.value.status == 204
    expect(page.locator("dialog")).to_contain_text("Thank you.")
    page.keyboard.press("Escape")
    expect(page.locator(".log")).not_to_contain_text("You rascal")
    page.locator("[data-menu]").click()
    page.get_by_role("button", name="Notifications while Hanabi is closed").click()
    page.locator('dialog [data-push="off"]').wait_for()
    assert axe(page) == []
    page.reload()
    page.locator("[data-own]").first.wait_for()
    mates.send(0, type="chat", text="Still here")
    mates.act(clue_to(mates, 1))
    wait_for_turn(page)
    expect(page.locator(".log")).not_to_contain_text("Still here")
    mates.close()


def test_the_clock_that_runs_is_the_one_that_is_shown(visit: Visit, server: Server) -> None:
    mates = TableMates(
        server.address, 2, seed="ticking", options={"clock": {"kind": "bank", "seconds": 600, "increment": 0}}
    )
    page = visit(mates.seat_path(1))
    page.locator("[data-own]").first.wait_for()
    expect(page.locator(".turn-flag")).to_contain_text("Ana")
    expect(page.locator(".turn-flag")).to_contain_text("9:")
    expect(page.locator(".mate .acting .clock")).to_contain_text("9:")
    mates.close()
