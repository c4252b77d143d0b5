"""How smooth the browser client is on a slow machine, and how fast it is there: `make bench NAME=frames`.

In Chromium with the CPU throttled four times: the time from frame to frame in a long game and in the finale of a
perfect show; on a slow 4G line, the layout shift, the first paint and the script of the start page and of the way into
a table.
Prints the figures beside their goals and keeps them as JSON. Without a GPU, as in the tests, it is the slowest case.
"""

import argparse
import gzip
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, CDPSession, Page, Response, sync_playwright  # noqa: E402

from e2e.conftest import CHROMIUM, FLAGS, Server  # noqa: E402
from support.browser_players import TableMates  # noqa: E402

THROTTLE = 4
# Chromium's own preset for slow 4G, in bytes a second and milliseconds.
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PARTS = ("long_game", "finale", "landing", "into_a_table")
GOALS = {
    "into_a_table": {"cls": 0.02, "first_paint_ms": 2000, "script_kb": 105},
    "landing": {"cls": 0.02, "first_paint_ms": 1500, "script_kb": 60},
}
FRAME_GOAL = 1000 / 60
FINALE_SECONDS = 10

RECORD_FRAMES = """() => {
  window.frameTimes = [];
  let last = performance.now();
  const next = (now) => { window.frameTimes.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')"
# The client has put itself where the server's page was.
READY = "#app:not([data-shell]) .landing"
RECORD_PAINTS = """
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""


@contextmanager
def throttled(browser: Browser, address: str, **context: Any) -> Iterator[tuple[Page, CDPSession]]:
    made = browser.new_context(base_url=address, locale="en-US", viewport=DESK, **context)
    page = made.new_page()
    session = made.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    try:
        yield page, session
    finally:
        made.close()


def frame_figures(page: Page) -> dict[str, float]:
    times = sorted(page.evaluate("window.frameTimes"))[:]
    return {
        "frames": len(times),
        "median_ms": round(statistics.median(times), 1),
        "p95_ms": round(times[int(len(times) * 0.95)], 1),
        "worst_ms": round(times[-1], 1),
        "in_time": round(sum(one < 1.5 * FRAME_GOAL for one in times) / len(times), 3),
    }


def long_game(browser: Browser, address: str, moves: int) -> dict[str, float]:
    mates = TableMates(address, 3, seed="frames")
    with throttled(browser, address) as (page, _):
        page.goto(mates.seat_path(0))
        page.locator("[data-own]").first.wait_for()
        page.evaluate(RECORD_FRAMES)
        for _ in range(moves):
            if mates.game.over:
                break
            mates.act(mates.chosen())
            page.wait_for_timeout(900)
        figures = frame_figures(page)
    mates.close()
    return figures


def finale(browser: Browser, address: str) -> dict[str, float]:
    mates = TableMates(address, 3, seed="finale 1")
    mates.advance(lambda game: game.view(0).score == 24)
    with throttled(browser, address) as (page, _):
        page.goto(mates.seat_path(0))
        page.locator("[data-own]").first.wait_for()
        mates.advance()
        page.get_by_text("The perfect show!").wait_for()
        page.wait_for_timeout(1400)
        page.evaluate(RECORD_FRAMES)
        page.wait_for_timeout(FINALE_SECONDS * 1000)
        figures = frame_figures(page)
        figures["canvas_width"] = page.evaluate("document.querySelector('canvas.particles').width")
    mates.close()
    return figures


def landing(browser: Browser, address: str) -> dict[str, float]:
    """The start page on a phone: when it is painted, and when it can be used; the table's code is fetched later."""
    scripts: dict[str, int] = {}

    def note(response: Response) -> None:
        if response.url.endswith(".js"):
            scripts[response.url] = len(gzip.compress(response.body()))

    with throttled(browser, address) as (page, session):
        page.set_viewport_size(PHONE)
        page.add_init_script(RECORD_PAINTS)
        page.on("response", note)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_4G)
        page.goto("/", wait_until="commit")
        page.locator(READY).wait_for()
        ready = page.evaluate("performance.now()")
        shown_kb = sum(scripts.values()) / 1000
        page.wait_for_timeout(5000)
        return {
            "first_paint_ms": round(page.evaluate(f"{FIRST_PAINT}[0].startTime")),
            "ready_ms": round(ready),
            "cls": round(page.evaluate("window.shift"), 4),
            "script_kb": round(shown_kb, 1),
            "script_with_table_kb": round(sum(scripts.values()) / 1000, 1),
        }


def into_a_table(browser: Browser, address: str) -> dict[str, float]:
    scripts: dict[str, int] = {}

    def note(response: Response) -> None:
        if response.url.endswith(".js"):
            scripts[response.url] = len(gzip.compress(response.body()))

    with throttled(browser, address) as (page, session):
        page.add_init_script(RECORD_PAINTS)
        page.on("response", note)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_4G)
        page.goto("/")
        page.locator(READY).wait_for()
        page.wait_for_function(f"{FIRST_PAINT}[0]")
        paint = page.evaluate(f"{FIRST_PAINT}[0].startTime")
        started = time.perf_counter()
        page.get_by_role("button", name="Play now").click()
        page.locator(".board.mine").wait_for()
        ready = time.perf_counter() - started
        page.wait_for_timeout(3000)
        return {
            "first_paint_ms": round(paint),
            "cls": round(page.evaluate("window.shift"), 4),
            "click_to_table_ms": round(ready * 1000),
            "script_kb": round(sum(scripts.values()) / 1000, 1),
        }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, help="keep the figures in this JSON file")
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--part", choices=PARTS, action="append", help="only this one; may be repeated")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            measure: dict[str, Callable[[], dict[str, float]]] = {
                "long_game": lambda: long_game(browser, server.address, options.moves),
                "finale": lambda: finale(browser, server.address),
                "landing": lambda: landing(browser, server.address),
                "into_a_table": lambda: into_a_table(browser, server.address),
            }
            parts = [part for part in PARTS if options.part is None or part in options.part]
            figures: dict[str, Any] = {"throttle": THROTTLE, "viewport": DESK, "processors": os.cpu_count()}
            for part in parts:
                # What else the machine had to do: frame times of a busy one say little about the client.
                load = {"load_average": round(os.getloadavg()[0], 1)}
                figures[part] = measure[part]() | load
        finally:
            browser.close()
            server.stop()
    missed = False
    for part in parts:
        print(part, json.dumps(figures[part]))
        for name, goal in GOALS.get(part, {}).items():
            is_missed = figures[part][name] > goal
            missed = missed or is_missed
            print(f"  {name}: {figures[part][name]} (goal {goal}){' MISSED' if is_missed else ''}")
    if options.output:
        # The figures of parts that were not measured now stay.
        before = json.loads(options.output.read_text()) if options.output.is_file() else {}
        options.output.write_text(json.dumps(before | figures, indent=2) + "\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
