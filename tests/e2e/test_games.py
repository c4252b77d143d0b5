"""Whole games by clicking."""

from playwright.sync_api import Page, expect

from e2e.conftest import Server, Visit, until
from hanabi import Game, RuleSet
from hanabi.rules import Play
from support.browser_actions import act, wait_for_actions, wait_for_turn
from support.browser_players import TableMates
from support.long_form import LONG


def shown(page: Page) -> dict[str, object]:
    """The public state as the page shows it."""
    state: dict[str, object] = page.evaluate(
        """() => ({
            status: [...document.querySelectorAll("[data-status]")].map((e) => [e.dataset.status, e.textContent]),
            fireworks: [...document.querySelectorAll("[data-firework] .hidden-text")].map((e) => e.textContent),
            discards: [...document.querySelectorAll("[data-discard]")].map((e) => e.dataset.discard).sort(),
        })"""
    )
    return state


def test_two_people_play_a_whole_game_by_clicking(visit: Visit, server: Server) -> None:
    """In the short form the middle of the game is played over the protocol while both look on."""
    mates = TableMates(server.address, 2, seed="whole game")
    pages = [visit(mates.seat_path(seat)) for seat in range(2)]
    for page in pages:
        page.locator("[data-own]").first.wait_for()
    turns = 0
    while mates.game.over is None:
        seat = mates.game.player
        assert seat is not None
        action = mates.chosen()
        if LONG or turns < 12 or mates.game.deck_size < 4:
            wait_for_turn(pages[seat])
            mates.game.act(action)
            act(pages[seat], action)
            for page in pages:
                wait_for_actions(page, len(mates.game.action_texts))
        else:
            mates.act(action)
        turns += 1
        if turns % 10 == 0:
            for page in pages:
                wait_for_actions(page, turns)
            assert shown(pages[0]) == shown(pages[1])
    mates.close()
    assert turns > 40
    for page in pages:
        page.locator(".end").wait_for()
        expect(page.locator(".end .score")).to_contain_text(str(mates.game.over.score))
    record = pages[0].request.get(f"/api/tables/{mates.table}/record").json()
    assert record["actions"] == list(mates.game.action_texts)


def test_five_players_with_four_bots_finish(visit: Visit) -> None:
    page = visit("/new?bots=simple,simple,simple,simple&start=true&seed=five")
    for _ in range(80):
        page.locator(".board.mine, .end").first.wait_for(timeout=120_000)
        if page.locator(".end").count():
            break
        done = page.locator(".board").get_attribute("data-actions-done")
        act(page, Play(0))  # three strikes end the game soon
        page.locator(f'.board[data-actions-done="{done}"]').wait_for(state="detached")
    page.locator(".end").wait_for()
    page.get_by_role("link", name="Replay").wait_for()


def test_the_host_invites_and_a_friend_joins_in_two_clicks(visit: Visit) -> None:
    host = visit("/")
    host.get_by_role("button", name="Play with friends").click()
    link = host.get_by_label("Link to this table").input_value()
    friend = visit(link)
    friend.get_by_role("button", name="Sit here").first.click()
    expect(host.locator(".seats")).to_contain_text("Guest 2")
    host.get_by_role("button", name="Deal the cards").click()
    for page in (host, friend):
        page.locator("[data-own]").first.wait_for()
    assert shown(host) == shown(friend)


def test_a_rematch_keeps_everybody(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="again", strikes=1)
    pages = [visit(mates.seat_path(seat)) for seat in range(2)]
    for page in pages:
        page.locator("[data-own]").first.wait_for()
    mates.close()
    slot = next(slot for slot in range(5) if mates.game.card(0, slot).rank > 1)
    act(pages[0], Play(slot))
    for page in pages:
        expect(page.locator(".end")).to_contain_text("lost")
    pages[0].get_by_role("button", name="Play again together").click()
    pages[0].wait_for_url(lambda url: mates.table not in url)
    pages[1].get_by_role("button", name="Go to the new game").click()
    for page in pages:
        page.locator(".seats, .board").wait_for()
        expect(page.locator("body")).to_contain_text("Bo" if page is pages[0] else "Ana")


def test_options_changed_in_quick_succession_all_count(visit: Visit) -> None:
    host = visit("/new?seats=2")
    host.locator("summary").first.wait_for()
    for summary in host.locator("summary").all():
        summary.click()
    names = ("Rehearsed choreography", "Black powder", "The five flamboyants")
    boxes = [host.get_by_role("checkbox", name=name).element_handle() for name in names]
    host.evaluate("boxes => boxes.forEach((box) => box.click())", boxes)
    table = host.url.rsplit("/", 1)[1]
    wanted = {"choreography": True, "black_powder": True, "flamboyants": True}
    until(lambda: host.request.get(f"/api/tables/{table}").json()["rules"].items() >= wanted.items())


def test_every_option_of_a_table_can_be_set_by_its_host(visit: Visit) -> None:
    host = visit("/new?seats=2")
    host.get_by_role("radio", name="Brazilian edition").check()
    for summary in host.locator("summary").all():
        summary.click()
    host.get_by_label("Deal code").fill("our deal")
    host.get_by_label("Deal code").blur()
    host.get_by_role("checkbox", name="Black powder").check()
    host.get_by_label("Multicolor suit", exact=True).select_option("suit")
    host.get_by_text("House rule").wait_for(state="hidden")
    host.get_by_role("checkbox", name="Rehearsed choreography").check()
    host.get_by_label("Strikes", exact=True).fill("0")
    host.get_by_label("Strikes", exact=True).blur()
    expect(host.get_by_label("Strikes", exact=True)).to_have_value("3")
    host.locator(".trouble").wait_for()
    host.get_by_label("Strikes", exact=True).fill("2")
    host.get_by_label("Strikes", exact=True).blur()
    host.get_by_text("House rule").wait_for()
    host.get_by_label("Talking").select_option("silent")
    host.get_by_label("Maximum help").select_option("clues")
    host.get_by_label("Clock").select_option("move60")
    host.locator('[data-use-bot="1"]').click()
    host.locator('[data-bot="simple"]').click()
    expect(host.locator(".seats")).to_contain_text("Simple")
    host.get_by_role("button", name="Deal the cards").click()
    host.locator("[data-own]").first.wait_for()
    expect(host.locator("[data-firework]")).to_have_count(7)
    expect(host.locator('[data-status="strikes"]')).to_have_text("0/2")
    assert host.locator('[data-talk="players"]').count() == 0
    rules = RuleSet.of("pt-BR", choreography=True, black_powder=True, multicolor="suit", strikes=2)
    dealt = Game.new(players=2, seed="our deal", rules=rules)
    shown_hand = host.locator(".mate .card-button").evaluate_all("all => all.map((one) => one.dataset.card)")
    assert shown_hand == [str(dealt.card(1, slot)) for slot in range(5)]
