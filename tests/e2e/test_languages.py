"""Six languages: nothing missing, nothing cut off, right plurals; a change in mid-game changes nothing else."""

import pytest
from babel import Locale
from playwright.sync_api import expect

from e2e.conftest import PHONE, Server, Visit
from hanabi.texts import LANGUAGES, say
from support.browser_actions import own, wait_for_turn
from support.browser_players import TableMates

SWITCHES = {"multicolor": "suit", "black_powder": True, "choreography": True}
CLIPPED = """() => [...document.querySelectorAll("button, a.btn, h1, h2, label, .lead, summary, dt")].filter((one) =>
    one.checkVisibility() && getComputedStyle(one).display !== "inline" && one.scrollWidth > one.clientWidth + 1 &&
    !one.matches(".card-button, .hidden-text")
).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def running(server: Server) -> TableMates:
    """In the middle of a game, at the turn of the first seat."""
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
        "/rules": "rules.title",
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
    expect(page.locator(".end")).to_be_visible()
    assert page.evaluate(CLIPPED) == []
    page.goto(f"/r/{finished.table}?turn=5")
    expect(page.get_by_role("button", name=say("web.go_on", lang))).to_be_visible()
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
    """The last round counts its turns down: several, then one."""
    mates = TableMates(server.address, 3, seed="plural 4")
    mates.advance(lambda game: game.view().turns_left is not None)
    pages = {lang: visit(f"{mates.path}?lang={lang}") for lang in LANGUAGES}
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
    expect(page.get_by_role("heading", name="Ustawienia")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.lang") == "pl"
    expect(own(page, 2)).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-action="play"]')).to_have_text("Zagraj")
    assert page.title().startswith("● Twoja tura")
