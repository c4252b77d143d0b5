"""How smooth the browser client is on a slow machine, and how fast it is there: `make bench-frames`.

In Chromium with the CPU throttled four times: the time from frame to frame in a long game and in the finale of a
perfect show; on a slow 4G line, the layout shift and the first paint on the way into a table, and the script it takes.
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
from collections.abc import Iterator
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
GOALS = {"cls": 0.02, "first_paint_ms": 2000, "script_kb": 100}
FRAME_GOAL = 1000 / 60
FINALE_SECONDS = 10

RECORD_FRAMES = """() => {
  window.frameTimes = [];
  let last = performance.now();
  const next = (now) => { window.frameTimes.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""
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
        page.get_by_role("button", name="Play now").wait_for()
        paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
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
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            figures = {
                "throttle": THROTTLE,
                # What else the machine had to do: frame times of a busy one say little about the client.
                "load_average": round(os.getloadavg()[0], 1),
                "processors": os.cpu_count(),
                "moves": options.moves,
                "viewport": DESK,
                "long_game": long_game(browser, server.address, options.moves),
                "finale": finale(browser, server.address),
                "into_a_table": into_a_table(browser, server.address),
            }
        finally:
            browser.close()
            server.stop()
    for part in ("long_game", "finale", "into_a_table"):
        print(part, json.dumps(figures[part]))
    entry: Any = figures["into_a_table"]
    missed = [name for name, goal in GOALS.items() if entry[name] > goal]
    for name, goal in GOALS.items():
        print(f"{name}: {entry[name]} (goal {goal}){' MISSED' if name in missed else ''}")
    if options.output:
        options.output.write_text(json.dumps(figures, indent=2) + "\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
