"""Lost connections, reloads, restarts, second windows: a banner, never a dialog, and nothing twice."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Server, Visit, until
from hanabi.rules import Play
from support.browser_actions import act, go_offline, own, pick_own, wait_for_actions, wait_for_turn
from support.browser_players import TableMates


def hand_numbers(page: Page) -> list[int]:
    shown: list[int] = page.locator("[data-own]").evaluate_all("all => all.map((one) => Number(one.dataset.drawn))")
    return shown


def test_offline_for_a_while_shows_what_was_missed(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="offline")
    page = visit(mates.seat_path(0))
    wait_for_turn(page)
    mates.act(mates.chosen())
    go_offline(page)
    page.get_by_text("Connection lost").wait_for()
    assert page.locator("dialog").count() == 0
    mates.advance(lambda game: len(game.action_texts) == 3)
    until(lambda: page.evaluate("1") and sum("WebSocket connection" in one for one in visit.troubles) >= 3)
    page.context.set_offline(False)
    wait_for_actions(page, 3)
    page.get_by_text("Connection lost").wait_for(state="hidden")
    page.get_by_text("While you were away:").wait_for()
    assert hand_numbers(page) == [mates.drawn(0, slot) for slot in range(5)]
    mates.close()
    visit.forgive("WebSocket connection")
    visit.forgive("ERR_INTERNET_DISCONNECTED")


def test_a_move_made_offline_is_sent_once_when_the_connection_is_back(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="queued")
    page = visit(mates.seat_path(0))
    mates.close()
    wait_for_turn(page)
    go_offline(page)
    page.get_by_text("Connection lost").wait_for()
    pick_own(page, 0)
    page.locator('[data-action="play"]').click()
    page.get_by_text("Your move is saved and will be sent.").wait_for()
    page.context.set_offline(False)
    wait_for_actions(page, 1)
    page.wait_for_timeout(600)
    assert page.locator(".board").get_attribute("data-actions-done") == "1"
    assert page.locator(".log").inner_text().count("You play") == 1
    visit.forgive("WebSocket connection")
    visit.forgive("ERR_INTERNET_DISCONNECTED")


def test_a_reload_loses_nothing(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="reload")
    page = visit(mates.seat_path(0))
    wait_for_turn(page)
    order = list(reversed(range(5)))
    mates.send(0, type="rearrange", order=[mates.drawn(0, slot) for slot in order])
    mates.send(0, type="note", drawn=mates.drawn(0, 2), text="b1 maybe")
    mates.close()
    expect(own(page, 2)).to_contain_text("b1 maybe")
    before = page.locator(".hand").evaluate(
        "all => [...all.querySelectorAll('[data-own]')].map((one) => one.ariaLabel)"
    )
    page.reload()
    wait_for_turn(page)
    after = page.locator(".hand").evaluate("all => [...all.querySelectorAll('[data-own]')].map((one) => one.ariaLabel)")
    assert after == before
    assert hand_numbers(page) == [mates.drawn(0, slot) for slot in order]


# It restarts a server beside a browser: a loaded machine may give them too little time.
@pytest.mark.flaky(reruns=1)
def test_the_server_restarts_and_the_game_goes_on(visit: Visit, own_server: Server) -> None:
    mates = TableMates(own_server.address, 2, seed="restart")
    mates.advance(lambda game: len(game.action_texts) >= 6 and game.player == 0)
    done = len(mates.game.action_texts)
    mates.close()
    page = visit(mates.seat_path(0), base=own_server.address)
    wait_for_turn(page)
    before = hand_numbers(page)
    page.wait_for_load_state("networkidle")
    own_server.kill()
    page.get_by_text("Connection lost").wait_for()
    pick_own(page, 0)
    page.locator('[data-action="play"]').click()
    anyway = page.locator("[data-anyway]")
    if anyway.count():
        anyway.click()
    own_server.start()
    wait_for_actions(page, done + 1)
    assert hand_numbers(page)[:4] == before[1:]
    visit.forgive("WebSocket connection")
    visit.forgive("ERR_INTERNET_DISCONNECTED")


def test_a_seats_link_takes_the_seat_along(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="device")
    old = visit(mates.seat_path(0))
    mates.close()
    wait_for_turn(old)
    old.locator("[data-menu]").click()
    old.get_by_role("button", name="Continue on another device").click()
    link = old.get_by_label("Continue on another device").last.input_value()
    new = visit(link)
    wait_for_turn(new)
    assert "#" not in new.url
    act(new, Play(0))
    wait_for_actions(old, 1)
    wait_for_actions(new, 1)
