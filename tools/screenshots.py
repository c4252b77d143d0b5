"""`make screenshots`: pictures of the main screens, of real games on a real server."""

import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from e2e.conftest import CHROMIUM, DESKTOP, FLAGS, PHONE, Server
from support.browser_actions import own, wait_for_turn
from support.browser_players import TableMates

# The gallery: the table at five sizes, for two to five players, by night and by day.
SIZES = {
    "1920x1080": (1920, 1080),
    "1366x768": (1366, 768),
    "844x390": (844, 390),
    "390x844": (390, 844),
    "360x640": (360, 640),
}
POLISH = {"edition": "pl", "multicolor": "wild", "black_powder": True}


def opened(browser: Browser, address: str, path: str, aids: str = "clues", name: str = "Ana", **look: Any) -> Page:
    context = browser.new_context(base_url=address, locale="en-US", reduced_motion="reduce", **{**DESKTOP, **look})
    context.set_default_timeout(120_000)
    settings = json.dumps({"aids": aids, "name": name})
    context.add_init_script(f"""localStorage.setItem("hanabi.settings", '{settings}')""")
    page = context.new_page()
    page.goto(path)
    return page


def game(address: str, players: int, turns: int, seed: str, **switches: Any) -> TableMates:
    mates = TableMates(address, players, seed=seed, **switches)
    mates.advance(lambda now: len(now.action_texts) >= turns and now.player == 0 and 0 < now.state.clue_tokens < 8)
    for seat in range(players):
        mates.latest(seat)  # everybody is there
    return mates


def take_pictures(browser: Browser, address: str, folder: Path) -> None:
    def take(page: Page, name: str) -> None:
        page.wait_for_load_state("networkidle")
        image = Image.open(io.BytesIO(page.screenshot()))
        image.convert("RGB").quantize(256).save(folder / f"{name}.png", optimize=True)
        page.context.close()

    page = opened(browser, address, "/", color_scheme="dark")
    page.get_by_role("button", name="Play now").wait_for()
    take(page, "landing")

    mates = game(address, 3, 24, "summer night")
    page = opened(browser, address, mates.seat_path(0), "deduce", color_scheme="dark")
    wait_for_turn(page)
    page.locator(".mate .card-button").nth(1).click()
    page.locator(f'.clue-chips [data-about="{mates.game.card(1, 1).rank}"]').click()
    take(page, "table")

    mates = game(address, 5, 25, "river", **POLISH)
    page = opened(browser, address, mates.seat_path(0), color_scheme="dark", **PHONE | {"device_scale_factor": 2})
    wait_for_turn(page)
    own(page, 1).click()
    take(page, "phone")

    page = opened(browser, address, mates.seat_path(0), "expert", color_scheme="light")
    wait_for_turn(page)
    take(page, "day")

    page = opened(browser, address, "/new?seats=4&edition=pt-BR&choreography=true", color_scheme="dark")
    page.get_by_role("heading", name="Invite friends").wait_for()
    take(page, "set-up")

    page = opened(browser, address, "/learn/finesses", color_scheme="dark")
    wait_for_turn(page)
    take(page, "learn")

    mates = TableMates(address, 3, seed="finale")
    mates.advance()
    page = opened(browser, address, mates.seat_path(0), color_scheme="dark")
    page.locator('[data-end-review="done"]').wait_for(timeout=600_000)
    take(page, "end")
    page = opened(browser, address, f"/r/{mates.table}?turn=31&seat=1", "deduce", color_scheme="dark")
    page.locator('[data-turn="31"]').wait_for()
    take(page, "replay")
    take(together(browser, address, f"/r/{mates.table}?turn=31"), "together")

    mates = TableMates(address, 3, seed="lesson learned")
    while mates.game.over is None:
        careless = len(mates.game.action_texts) % 6 == 5
        mates.act(mates.rng.choice(mates.game.legal_actions()) if careless else mates.chosen())
    page = opened(browser, address, f"/review/table/{mates.table}", color_scheme="dark")
    # Until it is done the page waits for news of it, and the network is never idle.
    page.locator('[data-review][data-stage="done"]').wait_for(timeout=600_000)
    take(page, "review")


def together(browser: Browser, address: str, replay: str) -> Page:
    """Two people in a review room: what they have drawn, as the one who leads sees it."""
    page = opened(browser, address, replay, "deduce", "Ines", color_scheme="dark")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Review with friends").click()
    link = page.get_by_label("Link to this review").input_value()
    page.keyboard.press("Escape")
    friend = opened(browser, address, link, "deduce", "Kim", **PHONE)
    friend.locator('[data-turn="31"]').wait_for()
    friend.locator("[data-draw]").click()
    friend.locator(".mate [data-drawn]").nth(6).tap()
    page.locator('[data-mark="circle"]').wait_for()
    page.locator(".mate [data-drawn]").nth(1).focus()
    page.keyboard.press("a")
    page.keyboard.press("b")
    page.locator('[data-mark="arrow"]').wait_for()
    page.locator("h1").first.click()
    return page


def take_gallery(browser: Browser, address: str, folder: Path) -> None:
    for players in range(2, 6):
        mates = game(address, players, 18, f"gallery {players}")
        for size, (width, height) in SIZES.items():
            for scheme in ("dark", "light"):
                look: dict[str, Any] = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
                page = opened(browser, address, mates.seat_path(0), "deduce", **look)
                wait_for_turn(page)
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(400)  # the stars are drawn a moment after the texts
                image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                image.save(folder / f"{size}-{players}-{scheme}.webp", quality=80, method=6)
                page.context.close()
        mates.close()


def main(folder: Path, *parts: str) -> None:
    """All pictures, or only the `gallery` or the other `pictures`."""
    (folder / "gallery").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            if "pictures" not in parts:
                take_gallery(browser, server.address, folder / "gallery")
            if "gallery" not in parts:
                take_pictures(browser, server.address, folder)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
