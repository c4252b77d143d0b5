"""The pages around the table: the start page, setting a table up, inviting, links, icons."""

import json

import pytest
from playwright.sync_api import Route, expect

from e2e.conftest import PHONE, Axe, Server, Visit, until
from hanabi.server.tables.seated_bots import NAMES
from hanabi.texts import say
from support.browser_actions import go_offline, in_sight, wait_for_turn
from support.browser_players import TableMates

# Whether there are fireworks in the sky.
SPARKS = """() => {
    const sky = document.querySelector("canvas.bursts");
    return sky.getContext("2d").getImageData(0, 0, sky.width, sky.height).data.some((value) => value > 100);
}"""


def test_the_start_page_is_painted_without_script_and_an_early_click_counts(visit: Visit, axe: Axe) -> None:
    page = visit("/favicon.svg", color_scheme="light", settings={"contrast": True}, **PHONE)
    scripts: list[Route] = []
    dealt: list[Route] = []
    page.route("**/assets/index-*.js", lambda route: scripts.append(route))
    page.route(
        "**/api/tables", lambda route: dealt.append(route) if route.request.method == "POST" else route.fallback()
    )
    page.goto(visit.address, wait_until="commit")
    play = page.get_by_role("button", name="Play now")
    play.click()
    assert in_sight(page.get_by_role("link", name="Today’s deal"))
    look = page.evaluate("({ ...document.documentElement.dataset })")
    assert (look["theme"], look["contrast"]) == ("light", "more")
    assert axe(page) == []
    page.wait_for_function(SPARKS)
    tilted = page.locator(".fan span").first.evaluate("(card) => getComputedStyle(card).transform")
    before = play.bounding_box()
    assert tilted != "none"
    until(lambda: play.is_enabled() and bool(scripts))
    scripts[0].continue_()
    page.locator("#app:not([data-shell])").wait_for()
    assert play.bounding_box() == before, "the client puts everything where it was"
    until(lambda: play.is_disabled() and bool(dealt))
    dealt[0].continue_()
    page.locator(".board").wait_for()


def test_a_failed_request_does_not_end_play_now(visit: Visit) -> None:
    page = visit("/")
    visit.forgive("Failed to load resource")
    visit.forgive("Unable to preload CSS")
    go_offline(page)
    page.get_by_text("You are offline.").wait_for()
    page.get_by_role("button", name="Play now").click()
    page.locator(".trouble").wait_for()
    page.context.set_offline(False)
    page.get_by_role("button", name="Play now").click()
    page.locator(".board").wait_for()


def test_nothing_moves_when_ones_game_is_found_and_two_are_shown_at_first(visit: Visit) -> None:
    page = visit("/", **PHONE)
    page.get_by_role("button", name="Play now").click()
    page.locator(".board").wait_for()
    page.goto("/")
    page.locator("a.running").wait_for()
    asked: list[Route] = []
    page.route("**/api/me", lambda route: asked.append(route))
    page.goto("/")
    page.locator("#app:not([data-shell])").wait_for()
    assert in_sight(page.locator(".place")), "the first screen has room for the game"
    daily = page.get_by_role("link", name="Today’s deal")
    until(lambda: daily.is_visible() and bool(asked))
    before = daily.bounding_box()
    asked[0].continue_()
    page.locator("a.running").wait_for()
    assert in_sight(page.locator("a.running .btn")), "one gold button on the first screen"
    after = daily.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) < 8
    table = {"options": {"seats": 2}, "name": "Ana", "seat": True}
    begun = {**table, "bots": ["simple"], "start": True}
    for body in (begun, begun, begun, table, table):
        request = {"method": "POST", "headers": {"content-type": "application/json"}, "body": json.dumps(body)}
        page.evaluate("(request) => fetch('/api/tables', request)", request)
    page.unroute("**/api/me")
    seats = "fetch('/api/me').then((answer) => answer.json()).then((me) => me.seats.length)"
    until(lambda: page.evaluate(seats) == 6)
    page.reload()
    expect(page.locator("a.running:visible")).to_have_count(2)
    page.get_by_text("Games you are in (+2)").click()
    # The tables where nothing began, and where nobody else sits, are not among them.
    expect(page.locator("a.running:visible")).to_have_count(4)


def test_play_now_seats_the_bots_that_suit_newcomers_under_first_names(visit: Visit) -> None:
    page = visit("/")
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/tables")) as sent:
        page.get_by_role("button", name="Play now").click()
    page.locator(".board").wait_for()
    recommended = page.request.get("/api/editions").json()["recommended_bot"]
    asked = sent.value.post_data_json
    assert asked is not None
    assert asked["bots"] == [recommended] * 2
    table = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    names = {seat["name"] for seat in table["seats"]} - {"Guest"}
    assert len(names) == 2
    assert names <= set(NAMES)
    for name in names:
        assert page.locator(".mate", has_text=name).count() == 1
    expect(page.locator("[data-coach]")).not_to_be_empty()
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator("[data-coach]")).to_have_count(0)
    page.get_by_role("button", name="What the signs mean").click()
    expect(page.locator("[data-legend]")).to_contain_text("3 strikes lose the game")


def test_a_friend_is_invited_by_name_to_a_table_of_two_and_seen_at_once(visit: Visit) -> None:
    host = visit("/")
    host.get_by_role("button", name="Play with friends").click()
    assert host.locator("[data-seat-count]").get_attribute("data-seat-count") == "2"
    places = host.evaluate(
        "() => ['[data-seat-count]', '.seats', '.editions'].map((one) => document.querySelector(one).offsetTop)"
    )
    assert places == sorted(places), "seats first, editions below"
    host.set_viewport_size({"width": 375, "height": 667})
    link, editions = host.get_by_role("heading", name="Invite friends"), host.locator(".editions")
    until(lambda: link.bounding_box()["y"] < editions.bounding_box()["y"])  # type: ignore[index]
    friend = visit(host.url)
    friend.get_by_role("heading", name="You are invited").wait_for()
    host.get_by_text("The other players will see this name.").wait_for()
    host.get_by_label("Your name").fill("Ana")
    host.get_by_label("Your name").press("Tab")
    friend.get_by_role("heading", name="Ana invites you").wait_for()
    assert friend.locator(".editions").count() == 0
    friend.get_by_role("button", name="Sit here").click()
    friend.get_by_text("The host deals as soon as everyone is here.").wait_for()
    expect(host.locator(".seats")).to_contain_text("Guest")
    expect(host.locator(".seats")).not_to_contain_text("away")


def test_a_bot_is_chosen_by_pressing_and_not_by_an_arrow_key(visit: Visit) -> None:
    page = visit("/new?seats=3")
    page.locator('[data-use-bot="1"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".seats .bot")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator('[data-bot="hat"]')).to_contain_text("secret code")
    expect(page.locator('[data-bot="search"]')).to_contain_text("secret code")
    page.locator('[data-bot="team:1"]').press("Enter")
    expect(page.locator(".seats .bot")).to_have_count(1)
    expect(page.locator(".seats")).to_contain_text("Teammate, beginner")


# A page over plain HTTP from another machine: no `navigator.clipboard`.
NO_CLIPBOARD = """
  Object.defineProperty(navigator, "clipboard", { get: () => undefined });
  window.copied = [];
  document.addEventListener("copy", () => window.copied.push(String(document.activeElement.value)), true);
"""


@pytest.mark.parametrize("allowed", [True, False])
def test_copying_a_link_over_plain_http_tells_the_truth(visit: Visit, allowed: bool) -> None:
    page = visit("/")
    page.context.add_init_script(NO_CLIPBOARD)
    if not allowed:
        page.context.add_init_script("document.execCommand = () => false")
    page.goto("/new?seats=2")
    page.get_by_role("button", name="Copy link").click()
    if allowed:
        page.locator('[data-outcome="copied"]').wait_for()
        assert page.evaluate("window.copied") == [page.url]
    else:
        page.locator('[data-outcome="by_hand"]').wait_for()
        assert page.evaluate("String(getSelection() || '') || document.activeElement.value") is not None
        assert page.get_by_text("Link copied").count() == 0


def test_the_link_to_a_turn_says_that_it_was_copied(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="link to a turn")
    mates.advance()
    mates.close()
    page = visit(f"/r/{mates.table}?turn=5", permissions=["clipboard-read", "clipboard-write"])
    page.locator('[data-turn="5"]').wait_for()
    page.get_by_role("button", name="More").last.click()
    page.get_by_role("button", name="Link to this turn").click()
    page.locator('[data-outcome="copied"]').wait_for()
    assert "turn=5" in page.evaluate("navigator.clipboard.readText()")


def test_icons_previews_and_the_manifest_are_there(visit: Visit) -> None:
    page = visit("/")
    assert page.request.get("/favicon.ico").status == 200
    manifest = json.loads(page.request.get("/manifest.webmanifest").text())
    icon = page.locator('link[rel="apple-touch-icon"]').get_attribute("href")
    preview = page.locator('meta[property="og:image"]').get_attribute("content")
    preview = str(preview).removeprefix("https://cards.example")
    for address in [icon, preview, *(one["src"] for one in manifest["icons"])]:
        answer = page.request.get(str(address))
        assert (answer.status, answer.headers["content-type"].split("/")[0]) == (200, "image"), address


def test_the_banner_of_a_lost_connection_keeps_its_words_apart(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="banner")
    page = visit(mates.seat_path(0))
    visit.forgive("WebSocket")
    visit.forgive("Failed to load resource")
    mates.close()
    wait_for_turn(page)
    go_offline(page)
    page.locator('[data-own="0"]').click()
    page.locator('[data-action="play"]').click()
    expect(page.locator(".banner").first).to_contain_text(f"{say('web.banner.lost')} {say('web.banner.queued')}")
    page.context.set_offline(False)


def test_no_star_shines_through_a_text(visit: Visit) -> None:
    page = visit("/", color_scheme="dark")
    page.get_by_role("button", name="Play now").wait_for()
    page.wait_for_function(
        """() => {
          const canvas = document.querySelector("canvas.stars");
          const data = canvas?.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
          return data?.some((value, place) => place % 4 === 3 && value > 0);
        }"""
    )
    page.wait_for_timeout(600)
    lit = page.evaluate(
        """() => {
          const canvas = document.querySelector("canvas.stars");
          const scale = canvas.width / innerWidth;
          const context = canvas.getContext("2d");
          const found = [...document.querySelectorAll("h1, h2, p, a, button")];
          const texts = found.map((one) => one.getBoundingClientRect());
          const count = (box) => {
            const [w, h] = [Math.floor(box.width * scale), Math.floor(box.height * scale)];
            if (w < 1 || h < 1) return 0;
            const data = context.getImageData(box.left * scale, box.top * scale, w, h).data;
            return data.filter((value, place) => place % 4 === 3 && value > 0).length;
          };
          return [texts.reduce((sum, box) => sum + count(box), 0), count(document.body.getBoundingClientRect())];
        }"""
    )
    assert lit[0] == 0
    assert lit[1] > 50
