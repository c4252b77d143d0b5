"""Six languages: all texts are there and fit, plurals are right, and switching mid-game keeps everything."""

import pytest
from babel import Locale
from playwright.sync_api import ViewportSize, expect

from e2e.conftest import PHONE, Server, Visit
from hanabi.texts import LANGUAGES, say
from support.browser_actions import own, wait_for_turn
from support.browser_players import TableMates

SWITCHES = {"multicolor": "suit", "black_powder": True, "choreography": True}
CLIPPED = """() => [...document.querySelectorAll("button, a.btn, h1, h2, label, .lead, summary, dt")].filter((one) =>
    one.checkVisibility() && getComputedStyle(one).display !== "inline" && one.scrollWidth > one.clientWidth + 1 &&
    !one.matches(".card-button, .hidden-text")
).map((one) => one.outerHTML.slice(0, 120))"""
# The page is wider than the screen, or parts of its header overlap.
CROWDED = """() => {
    const boxes = [...document.querySelectorAll("header a, header select, header button")]
        .map((one) => one.getBoundingClientRect()).filter((box) => box.width);
    return document.documentElement.scrollWidth > innerWidth || boxes.some((one, place) =>
        boxes.slice(place + 1).some((other) => one.left < other.right - 1 && other.left < one.right - 1 &&
            one.top < other.bottom - 1 && other.top < one.bottom - 1));
}"""
SMALLEST: ViewportSize = {"width": 320, "height": 640}


@pytest.fixture(scope="module")
def running(server: Server) -> TableMates:
    """A game in progress, on the first seat's turn."""
    mates = TableMates(server.address, 3, seed="tongues", **SWITCHES)
    mates.advance(lambda game: len(game.action_texts) >= 9 and game.player == 0 and 0 < game.state.clue_tokens < 8)
    mates.close()
    return mates


@pytest.fixture(scope="module")
def finished(server: Server) -> TableMates:
    return TableMates(server.address, 3, seed="tongues", **SWITCHES).finish()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_screen_speaks_it_and_fits(visit: Visit, running: TableMates, finished: TableMates, lang: str) -> None:
    page = visit(f"/?lang={lang}", **PHONE)
    page.get_by_role("button", name=say("web.landing.play", lang)).wait_for()
    assert page.evaluate("document.documentElement.lang") == lang
    page.evaluate(f"localStorage.setItem('hanabi.lang', '{lang}')")
    for path, key in {
        "/": "web.landing.play",
        "/settings": "web.settings",
        "/rules?edition=pl": "rules.tiles.title",
        "/learn": "web.learn.begin",
        "/open": "web.open.button",
        "/daily": "web.daily.fair",
        "/games": "web.games.none",
        "/account": "web.account.why",
        "/watch": "web.watch.text",
        "/tv": "web.watch.tv",
        "/puzzles": "puzzle.title",
    }.items():
        page.goto(path)
        expect(page.locator("body")).to_contain_text(say(key, lang))
        assert page.evaluate(CLIPPED) == [], path
        page.set_viewport_size(SMALLEST)
        assert not page.evaluate(CROWDED), path
        page.set_viewport_size(PHONE["viewport"])
    page.goto("/new?seats=4&edition=pl")
    expect(page.locator("body")).to_contain_text(say("web.setup.start.fill", lang))
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate(CLIPPED) == []
    page.goto(running.seat_path(0))
    wait_for_turn(page)
    own(page, 0).click()
    expect(page.locator('[data-action="play"]')).to_have_text(say("web.play", lang))
    assert page.evaluate(CLIPPED) == []
    page.locator(".mate .card-button").first.click()
    page.locator('.clue-chips [data-about="1"]').click()
    assert page.evaluate(CLIPPED) == []
    page.goto(finished.path)
    page.locator(".end").wait_for()
    assert page.evaluate(CLIPPED) == []
    page.goto(f"/r/{finished.table}?turn=5")
    page.get_by_role("button", name=say("web.go_on", lang)).wait_for()
    assert page.evaluate(CLIPPED) == []


def test_the_browser_counts_as_python_does(visit: Visit) -> None:
    page = visit("about:blank")
    numbers = [0, 1, 2, 5, 22, 100, 1_000_000]
    for lang in LANGUAGES:
        chosen = page.evaluate(
            "([lang, numbers]) => numbers.map((n) => new Intl.PluralRules(lang).select(n))", [lang, numbers]
        )
        plural = Locale.parse(lang, sep="-").plural_form
        assert chosen == [plural(number) for number in numbers], lang


def test_a_number_on_the_page_has_its_plural(visit: Visit, server: Server) -> None:
    """The last round counts its turns down: several, then one. Other languages have the plurals of English."""
    mates = TableMates(server.address, 3, seed="plural 4")
    mates.advance(lambda game: game.view().turns_left is not None)
    pages = {lang: visit(f"{mates.path}?lang={lang}") for lang in ("en", "pl", "ro")}
    shown = set()
    while mates.game.over is None:
        left = mates.game.view().turns_left
        for lang, page in pages.items():
            expect(page.locator(".last")).to_have_text(say("play.turns_left", lang, turns=left))
        shown.add(left)
        mates.act(mates.chosen())
    mates.close()
    assert shown == {1, 2, 3}


def test_switching_in_the_middle_of_a_game_keeps_everything(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="switch")
    mates.advance(lambda game: len(game.action_texts) >= 6 and game.player == 0)
    page = visit(mates.seat_path(0))
    mates.close()
    wait_for_turn(page)
    own(page, 2).click()
    page.locator("[data-menu]").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("pl")
    page.get_by_role("heading", name="Ustawienia").wait_for()
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.lang") == "pl"
    expect(own(page, 2)).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-action="play"]')).to_have_text("Zagraj")
    assert page.title().startswith("● Twoja tura")
