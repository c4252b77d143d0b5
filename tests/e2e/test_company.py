"""Together at a table: take-backs by consent, alerts for the right person, remarks, notes after the end."""

from typing import Any

from playwright.sync_api import Page, expect

from e2e.conftest import PHONE, Axe, Server, Visit
from hanabi.rules import Play
from support.browser_actions import act, own, wait_for_actions, wait_for_turn
from support.browser_players import TableMates


def two_pages(visit: Visit, server: Server, seed: str, **options: Any) -> tuple[TableMates, list[Page]]:
    mates = TableMates(server.address, 2, seed=seed, options=options)
    pages = [visit(mates.seat_path(seat)) for seat in range(2)]
    mates.close()
    for page in pages:
        page.locator("[data-own]").first.wait_for()
    return mates, pages


def test_a_move_is_taken_back_only_by_consent_and_a_shown_card_stays_known(visit: Visit, server: Server) -> None:
    mates, (ana, bo) = two_pages(visit, server, "back")
    card = mates.game.card(0, 1)
    act(ana, Play(1))
    wait_for_turn(bo)
    ana.locator("[data-menu]").click()
    ana.get_by_role("button", name="Ask to take back").click()
    bo.get_by_text("Ana asks to take back a move.").first.wait_for()
    bo.get_by_role("button", name="Refuse").click()
    ana.get_by_text("Waiting for the others").wait_for(state="hidden")
    assert ana.locator(".board").get_attribute("data-actions-done") == "1"
    ana.locator("[data-menu]").click()
    ana.get_by_role("button", name="Ask to take back").click()
    bo.get_by_role("button", name="Agree").click()
    wait_for_actions(ana, 0)
    expect(own(ana, 1)).to_have_attribute(
        "aria-label", f"Your card 2. {card.suit} {card.rank} No clue has touched this card."
    )


def test_your_turn_is_announced_to_its_owner_alone(visit: Visit, server: Server) -> None:
    _, (ana, bo) = two_pages(visit, server, "turns")
    assert ana.title().startswith("● Your turn")
    assert "Your turn" not in bo.title()
    assert "favicon-turn" in (ana.locator('link[rel="icon"]').get_attribute("href") or "")
    act(ana, Play(0))
    wait_for_turn(bo)
    expect(bo.locator('[data-voice="assertive"]')).to_contain_text("Your turn")
    assert bo.title().startswith("● Your turn")
    assert "Your turn" not in ana.title()


def test_remarks_as_the_table_allows(visit: Visit, server: Server) -> None:
    _, (ana, bo) = two_pages(visit, server, "talk", communication="phrases")
    ana.locator('[data-talk="players"]').click()
    assert ana.get_by_label("Write to the table").count() == 0
    assert ana.get_by_role("button", name="Nicely done!").count() == 0, "nobody comments on a turn"
    ana.get_by_role("button", name="Thank you!").click()
    expect(ana.locator("[data-remarks]")).to_contain_text("Ana: Thank you!")
    own(ana, 1).click()
    expect(own(ana, 1)).to_have_attribute("aria-pressed", "true")
    assert ana.locator("dialog").count() == 0, "the talk is beside the table, not over it"
    expect(bo.locator(".log")).to_contain_text("Ana: Thank you!")
    expect(bo.locator(".remark")).to_have_text("Thank you!")
    _, (ana, bo) = two_pages(visit, server, "chat", communication="free")
    ana.locator('[data-talk="players"]').click()
    ana.get_by_label("Write to the table").fill("<b>hello</b>")
    ana.get_by_role("button", name="Send").click()
    expect(bo.locator(".log")).to_contain_text("Ana: <b>hello</b>")
    ana.get_by_role("group", name="React to the last move").get_by_role("button", name="Nicely done!").click()
    expect(bo.locator(".remark")).to_have_text("Nicely done!")
    ana.get_by_role("tab", name="What happened").click()
    expect(ana.locator(".log")).to_contain_text("Nicely done!")
    silent = TableMates(server.address, 2, seed="quiet", options={"communication": "silent"})
    ana = visit(silent.seat_path(0))
    silent.close()
    wait_for_turn(ana)
    assert ana.locator('[data-talk="players"]').count() == 0


def test_a_move_of_a_friend_is_commented_where_everything_may_be_said(visit: Visit, server: Server, axe: Axe) -> None:
    mates = TableMates(server.address, 2, seed="applause", options={"communication": "free"})
    mates.act(mates.chosen())
    ana, bo = visit(mates.seat_path(0)), visit(mates.seat_path(1), **PHONE)
    bo.get_by_role("button", name="React to this move").click()
    assert axe(bo) == []
    bo.get_by_role("dialog").get_by_role("button", name="Nicely done!").click()
    expect(bo.locator("dialog")).to_have_count(0)
    expect(bo.locator("[data-reactions]")).to_have_text("👏")
    expect(ana.locator(".log li")).to_have_count(2)
    expect(ana.locator(".log li").last).to_contain_text("Bo: Nicely done!")
    mates.close()
    mates = TableMates(server.address, 2, seed="applause", options={"communication": "phrases"})
    mates.act(mates.chosen())
    bo = visit(mates.seat_path(1), **PHONE)
    mates.close()
    wait_for_turn(bo)
    assert bo.get_by_role("button", name="React to this move").count() == 0


def test_on_a_phone_a_remark_gives_a_sign(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="sign", options={"communication": "phrases"})
    page = visit(mates.seat_path(0), **PHONE)
    wait_for_turn(page)
    expect(page.locator('[data-talk="players"]')).to_have_attribute("data-unread", "0")
    mates.send(1, type="phrase", phrase="thanks")
    mates.close()
    expect(page.locator('[data-talk="players"]')).to_have_attribute("data-unread", "1")
    page.get_by_role("button", name="What happened. 1 new message").wait_for()
    expect(page.locator('.mate[data-seat="1"] .remark')).to_contain_text("Thank you!")
    page.locator('[data-talk="players"]').click()
    expect(page.locator("dialog .log")).to_contain_text("Bo: Thank you!")
    page.keyboard.press("Escape")
    expect(page.locator('[data-talk="players"]')).to_have_attribute("data-unread", "0")


def test_moving_through_the_phrases_says_none(visit: Visit, server: Server) -> None:
    """A list that said a phrase as soon as an arrow key reached it said the wrong one."""
    _, (ana, bo) = two_pages(visit, server, "arrows", communication="phrases")
    ana.locator('[data-talk="players"]').click()
    ana.locator("[data-phrase]").first.focus()
    for _ in range(3):
        ana.keyboard.press("ArrowDown")
        ana.keyboard.press("Tab")
    ana.wait_for_timeout(300)
    ana.locator("[data-talk-panel]").wait_for()
    assert "Ana:" not in bo.locator(".log").inner_text()
    ana.keyboard.press("Enter")
    expect(bo.locator(".log")).to_contain_text("Ana:")


def test_a_clock_is_shown(visit: Visit, server: Server) -> None:
    _, (ana, bo) = two_pages(visit, server, "clock", clock={"kind": "move", "seconds": 90, "increment": 0})
    expect(ana.locator(".turn-flag")).to_contain_text("1:")
    expect(bo.locator(".mate .sub")).to_contain_text("1:")


def test_a_bots_move_is_explained_by_what_is_public(visit: Visit, axe: Axe) -> None:
    page = visit("/new?seats=2&bots=simple&start=true", settings={"aids": "deduce", "coachedGames": 0}, **PHONE)
    wait_for_turn(page)
    page.locator(".mate .card-button").first.click()
    page.locator('.clue-chips .chip:not([aria-disabled="true"])').first.click()
    page.locator('[data-action="give"]').click()
    page.locator("[data-why]").first.click()
    page.locator("dialog [data-reasons] li").first.wait_for()
    assert axe(page) == []


def test_two_people_pass_one_phone_around(visit: Visit, axe: Axe) -> None:
    """Before each turn the table is covered, so that nobody sees their own hand; in the end they agree to stop."""
    page = visit("/", **PHONE)
    page.get_by_role("button", name="Pass one device around").click()
    page.locator("#beside-name").fill("Bo")
    page.get_by_role("dialog").get_by_role("button", name="Sit").click()
    page.get_by_text("On this device").wait_for()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Deal the cards").click()
    for player, other in (("Ana", "Bo"), ("Bo", "Ana")):
        page.get_by_role("heading", name=f"Pass the device to {player}").wait_for()
        assert page.locator(".board").count() == 0
        assert axe(page) == []
        page.get_by_role("button", name=f"I am {player}").click()
        wait_for_turn(page)
        expect(page.get_by_role("heading", name=other, exact=True)).to_be_visible()
        act(page, Play(0))
    page.get_by_role("button", name="I am Ana").click()
    page.locator("[data-menu]").click()
    page.get_by_role("button", name="End the game now").click()
    page.get_by_role("button", name="End the game now").click()
    page.get_by_text("agreed to end the game").first.wait_for()
