"""An event in the browser: announced, entered by two teams, played to its end, with standings and all games."""

import sqlite3
from contextlib import closing

from playwright.sync_api import Page, expect

from e2e.conftest import PHONE, Axe, Server, Visit
from e2e.test_accounts import a_name, fill, register
from hanabi.rules import Play
from support.browser_actions import act


def play_deal(visitors: list[Page], deal: int) -> None:
    """A team plays its next deal until its first strike."""
    for page in visitors:
        page.locator("[data-play]").filter(has_text=f"deal {deal}").click()
        page.locator("[data-own]").first.wait_for()
    over = visitors[0].locator(".board[data-actions-done]")
    back = visitors[0].get_by_role("link", name="To the event")
    for _ in range(20):
        mine = visitors[0].locator(".board.mine")
        visitors[0].locator(".board.mine, .board:not(.mine)").first.wait_for()
        page = visitors[0] if mine.count() else visitors[1]
        page.locator(".board.mine").or_(page.get_by_role("link", name="To the event")).first.wait_for()
        if back.count():
            break
        done = over.get_attribute("data-actions-done") or ""
        act(page, Play(0))
        visitors[0].locator(f'.board:not([data-actions-done="{done}"])').or_(back).first.wait_for()
    for page in visitors:
        page.get_by_role("link", name="To the event").click()
        page.locator("[data-own-team]").wait_for()


def test_two_teams_play_a_whole_challenge(visit: Visit, axe: Axe, server: Server) -> None:
    organizer = visit("/account", settings={"name": "Olga"}, **PHONE)
    register(organizer, a_name("Olga"))
    organizer.goto("/events")
    organizer.locator("details > summary.btn").click()
    fill(organizer, Name_of_the_event="Lantern Week", Number_of_deals="2")
    organizer.locator("form summary").click()
    organizer.locator("#strikes").fill("1")
    organizer.locator("#strikes").press("Tab")
    assert axe(organizer, by_night_and_day=True) == []
    organizer.locator("[data-announce]").click()
    organizer.get_by_role("heading", name="Lantern Week").wait_for()
    path = organizer.url.removeprefix(visit.address)

    teams: list[list[Page]] = []
    for team in ("Owls", "Foxes"):
        first = visit(path, settings={"name": f"{team} 1"}, **PHONE)
        first.get_by_label("Name of your team").fill(team)
        first.locator("[data-enter]").click()
        expect(first.locator("[data-own-team]")).to_contain_text("still needs 1 person")
        link = first.locator("[data-team-link]").get_attribute("data-team-link") or ""
        second = visit(link, settings={"name": f"{team} 2"})
        second.locator("[data-join]").click()
        expect(second.locator("[data-own-team]")).to_contain_text(f"{team} 1")
        first.reload()
        teams.append([first, second])
    assert axe(teams[0][0], by_night_and_day=True) == []
    owls, foxes = teams
    play_deal(owls, 1)
    play_deal(owls, 2)
    # Nobody else learns the score before they have played.
    expect(foxes[0].locator('[data-deal="1"]')).to_contain_text("next")
    assert foxes[0].locator("[data-standing]").count() == 0
    play_deal(foxes, 1)
    expect(foxes[0].locator("[data-standing]")).to_have_count(2)
    assert axe(foxes[0], by_night_and_day=True) == []
    play_deal(foxes, 2)
    expect(foxes[1].locator("[data-own-team]")).to_contain_text("no further deal")

    # The end comes.
    event = path.rpartition("/")[2]
    with closing(sqlite3.connect(server.database, timeout=60)) as database, database:
        database.execute("UPDATE contest SET ends_at = starts_at + 0.001 WHERE id = ?", (event,))
    stranger = visit(path)
    expect(stranger.locator("[data-standing]")).to_have_count(2)
    stranger.locator('[data-deal="1"] a').click()
    expect(stranger.locator("[data-games] li")).to_have_count(2)
    stranger.locator("summary").filter(has_text="Fair deals").click()
    expect(stranger.locator('[data-seal="true"]')).to_contain_text("the secret belongs to the seal")
    assert axe(stranger, by_night_and_day=True) == []
    stranger.goto("/events")
    stranger.locator(f'[data-event="{event}"]').wait_for()
    assert axe(stranger, by_night_and_day=True) == []


def test_a_club_is_opened_and_joined(visit: Visit, axe: Axe) -> None:
    olga, ana = visit("/account", settings={"name": "Olga"}, **PHONE), visit("/account", settings={"name": "Ana"})
    for page, name in ((olga, "Olga"), (ana, "Ana")):
        register(page, a_name(name))
    olga.goto("/clubs")
    olga.get_by_label("Name of the club").fill("Fireflies")
    olga.locator("[data-open-club]").click()
    olga.get_by_role("heading", name="Fireflies").wait_for()
    olga.get_by_text("Change the texts").click()
    olga.get_by_label("How we play").fill("Play left, discard right.")
    olga.locator("[data-save]").click()
    expect(olga.locator("main")).to_contain_text("Play left, discard right.")
    link = olga.locator("[data-club-link]").get_attribute("data-club-link") or ""
    ana.goto(link)
    ana.locator("[data-join]").click()
    expect(ana.locator("[data-member]")).to_have_count(2)
    assert axe(ana, by_night_and_day=True) == []
    olga.reload()
    olga.get_by_label("Role: Ana").select_option("organizer")
    expect(olga.locator('[data-member="organizer"]')).to_contain_text("Ana")
    assert axe(olga, by_night_and_day=True) == []
    ana.reload()
    ana.locator("summary").filter(has_text="Organize an event").click()
    fill(ana, Name_of_the_event="Thursday")
    ana.locator("#event-entry").select_option("club")
    ana.locator("[data-announce]").click()
    expect(ana.locator("main")).to_contain_text("members of the club")
