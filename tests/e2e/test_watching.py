"""Watching public games: the list, the most followed one as TV, a table that shows itself later, spectators' chat."""

from playwright.sync_api import expect

from e2e.conftest import PHONE, Axe, Server, Visit
from hanabi.rules import Play
from support.browser_actions import wait_for_actions
from support.browser_players import TableMates


def test_a_public_game_is_found_followed_and_talked_about(visit: Visit, axe: Axe, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="tv", options={"public": True, "title": "The Grand Show"}, strikes=1)
    page = visit("/watch", **PHONE)
    entry = page.locator(f'[data-watch="{mates.table}"]')
    expect(entry).to_contain_text("The Grand Show")
    expect(entry).not_to_contain_text("watching")
    assert axe(page) == []
    page.goto("/")
    page.get_by_role("link", name="The Grand Show").wait_for()
    player = visit(mates.seat_path(0))
    player.locator("[data-own]").first.wait_for()
    eve, kim = visit(mates.path), visit(mates.path)
    eve.locator('[data-talk="spectators"]').click()
    assert axe(eve) == []
    eve.get_by_label("Write to the spectators").fill("What a clue!")
    eve.get_by_role("button", name="Send").click()
    expect(eve.locator("[data-remarks]")).to_contain_text("What a clue!")
    expect(kim.locator('[data-talk="spectators"]')).to_have_attribute("data-unread", "1")
    assert player.locator('[data-talk="spectators"]').count() == 0
    mates.act(Play(next(slot for slot in range(5) if mates.game.card(0, slot).rank > 1)))
    mates.close()
    expect(player.locator('[data-talk="spectators"]')).to_have_attribute("data-unread", "1")


def test_tv_shows_the_most_followed_game(visit: Visit, axe: Axe, server: Server) -> None:
    quiet = TableMates(server.address, 2, seed="quiet", options={"public": True})
    followed = TableMates(server.address, 3, seed="loud", options={"public": True, "title": "Everybody’s table"})
    fans = [visit(followed.path) for _ in range(2)]
    for fan in fans:
        fan.locator(".board").wait_for()
    page = visit("/watch")
    expect(page.locator(f'[data-watch="{followed.table}"]')).to_contain_text("2 watching", timeout=45_000)
    page.locator("a[data-tv]").click()
    page.wait_for_url("**/tv")
    expect(page.locator(f'[data-tv="{followed.table}"]')).to_contain_text("Everybody’s table")
    page.locator(".board").wait_for()
    assert axe(page) == []
    quiet.close()
    followed.close()


def test_spectators_of_a_table_with_a_delay_are_behind(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="later", options={"spectator_delay": 2, "spectators": "open"})
    page, player = visit(mates.path), visit(mates.seat_path(0), **PHONE)
    page.get_by_text("You see the game from its start, 2 moves later than the players.").wait_for()
    for _ in range(3):
        mates.act(mates.chosen())
    wait_for_actions(page, 1)
    page.get_by_text("You see the table and all hands as they were 2 moves ago.").wait_for()
    expect(page.locator(".mate .eye")).to_have_count(2)
    # The players see how many people watch, and who.
    expect(player.locator("[data-watching]")).to_have_text("1")
    player.get_by_role("button", name="More. Watching: a guest").click()
    player.get_by_role("button", name="People").click()
    player.get_by_text("Watching: a guest").wait_for()
    mates.act(mates.chosen())
    wait_for_actions(page, 2)
    mates.close()


def test_the_host_chooses_how_the_table_is_watched(visit: Visit) -> None:
    page = visit("/new?seats=2")
    page.get_by_text("More options").last.click()
    expect(page.get_by_label("Spectators see the game").locator("option").first).to_have_text("at once")
    expect(page.get_by_label("Spectators see the game")).to_have_value("3")
    expect(page.get_by_label("Spectators", exact=True)).to_have_value("open")
    page.get_by_label("Spectators see the game").select_option("5")
    page.get_by_label("Spectators’ chat").select_option("none")
    expect(page.get_by_label("Spectators see the game")).to_have_value("5")
    page.get_by_label("Spectators", exact=True).select_option("none")
    page.get_by_label("Spectators see the game").wait_for(state="detached")
