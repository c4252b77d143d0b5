"""The service worker: the client starts without a network, keeps nothing private, and shows what is pushed."""

import asyncio
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from e2e.conftest import PHONE, Axe, Server, Visit, until
from e2e.test_course import solve
from hanabi.puzzles import shipped_puzzles
from hanabi.rules import Clue, Play, read_action
from hanabi.server.notify.web_push import from_base64
from support.browser_actions import act, wait_for_turn
from support.browser_players import TableMates
from support.push_service import PushService

ALLOWED: dict[str, Any] = {**PHONE, "service_workers": "allow"}


def installed(page: Page) -> None:
    """Wait until the worker has kept what a start offline needs."""
    kept = "Promise.all(['/', '/api/editions'].map((path) => caches.match(path))).then((all) => all.every(Boolean))"
    until(lambda: bool(page.evaluate("Boolean(navigator.serviceWorker.controller)") and page.evaluate(kept)), 60)


def kept_paths(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        """async () => {
          const paths = [];
          for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
          return paths;
        }"""
    )
    return found


def test_it_starts_offline_with_rules_and_lesson_and_keeps_nothing_private(visit: Visit, axe: Axe) -> None:
    for text in ("Failed to load resource", "Failed to fetch", "ERR_INTERNET_DISCONNECTED"):
        visit.forgive(text)
    page = visit("/", **ALLOWED)
    installed(page)
    page.get_by_role("button", name="Play now").click()
    page.locator(".board").wait_for()
    page.goto("/account")
    page.locator('[data-way="sign_in"]').wait_for()
    private = [path for path in kept_paths(page) if path.startswith("/api/")]
    assert {path.split("/")[2] for path in private} <= {"editions", "lesson", "rules", "course", "puzzles"}
    assert not any(path.startswith(("/t/", "/account")) for path in kept_paths(page))

    page.context.set_offline(True)
    page.goto("/")
    page.get_by_role("heading", name="Hanabi", exact=True).wait_for()
    page.goto("/rules")
    page.get_by_role("heading", name="The rules of Hanabi").wait_for()
    expect(page.locator("main")).to_contain_text("clue")
    assert axe(page) == []
    page.context.set_offline(False)


# It stops a server beside a browser: a loaded machine may give them too little time.
@pytest.mark.flaky(reruns=1)
def test_lessons_and_puzzles_are_solved_while_the_server_is_stopped(visit: Visit, own_server: Server) -> None:
    visit.forgive("Failed to load resource")
    page = visit("/", base=own_server.address, **ALLOWED)
    installed(page)
    # A server that is busy refuses at first; the page asks again by itself, but later than a test waits.
    ask = "Promise.all(['/api/course/en', '/api/puzzles/bundle?lang=en'].map((path) => fetch(path)))"
    until(lambda: bool(page.evaluate(f"{ask}.then((all) => all.every((answer) => answer.ok))")), 300)
    own_server.kill()

    page.goto("/learn")
    page.locator('[data-lesson="clues"]').click()
    wait_for_turn(page)
    solve(page, "clues", 0)
    page.locator('.lesson[data-state="answer"]').wait_for()
    page.goto("/learn")
    lesson = page.locator('[data-lesson="clues"]')
    expect(lesson).to_contain_text("1 of 2 solved")

    page.goto("/puzzles")
    page.locator("[data-puzzle]").wait_for()
    page.get_by_text("You are offline").wait_for()
    shown = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    puzzle = next(one for one in shipped_puzzles() if one.id == shown)
    act(page, read_action(puzzle.position().state, puzzle.solution))
    page.locator('[data-right="true"]').wait_for()

    own_server.start()
    page.goto("/learn")
    expect(lesson).to_contain_text("1 of 2 solved")


def test_a_new_version_replaces_the_old_cache(visit: Visit) -> None:
    page = visit("/", **ALLOWED)
    installed(page)
    page.evaluate("caches.open('hanabi-shell-before').then((old) => old.put('/assets/old.js', new Response('old')))")
    # An update is another script at the same address.
    page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.register("/service-worker.js?next");
          const worker = registration.installing ?? registration.waiting ?? registration.active;
          if (worker.state !== "activated")
            await new Promise((done) =>
              worker.addEventListener("statechange", () => worker.state === "activated" && done()));
        }"""
    )
    until(lambda: not page.evaluate("caches.has('hanabi-shell-before')"), 30)
    shells = page.evaluate("caches.keys().then((names) => names.filter((name) => name.startsWith('hanabi-shell')))")
    assert len(shells) == 1


# Notifies soon, and through push services on this machine. Reviews are slow and tested elsewhere.
NOTIFYING = """
import asyncio
from hanabi.cli import main
from hanabi.server.archive.review_queue import ReviewQueue
from hanabi.server.notify import settings

async def review(self, job):
    await asyncio.sleep(1)
    return "{}"

PushSettings, ReviewQueue._review = settings.PushSettings, review
settings.PushSettings = lambda **options: PushSettings(delay=0.5, interval=0.1, anywhere=True, **options)
main()
"""
# This browser has no push service of its vendor, so the subscription is faked.
SUBSCRIBED = """PushManager.prototype.subscribe = async (options) => ({
  toJSON: () => ({ ...%s, key: Array.from(new Uint8Array(options.applicationServerKey)) }),
});"""

NOTIFICATIONS = """() => navigator.serviceWorker.ready
  .then((worker) => worker.getNotifications())
  .then((all) => all.map((one) => (one.close(), [one.title, one.body, one.data])))"""


@pytest.fixture
def notifying_server(tmp_path: Path) -> Iterator[Server]:
    served = Server(tmp_path, "--push-contact", "mailto:a@b.example", command=(sys.executable, "-c", NOTIFYING))
    served.start()
    yield served
    served.stop()


@pytest.fixture
def push_service() -> Iterator[PushService]:
    """In a thread of its own; whatever it cannot verify or decrypt is not among what it received."""
    service, loop = PushService(), asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    listening = asyncio.run_coroutine_threadsafe(asyncio.start_server(service.answer, "127.0.0.1", 0), loop).result()
    service.address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    yield service
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_a_turn_and_a_review_are_pushed_encrypted_and_shown(
    visit: Visit, axe: Axe, notifying_server: Server, push_service: PushService
) -> None:
    visit.forgive("Failed to load resource")  # of a page that is left
    mates = TableMates(notifying_server.address, 2, seed="push", strikes=1)
    page = visit("/settings", base=notifying_server.address, **ALLOWED, permissions=["notifications"])
    page.context.add_init_script(SUBSCRIBED % json.dumps(push_service.subscription()))
    installed(page)
    page.goto(mates.seat_path(1))
    page.locator("[data-menu]").click()
    page.get_by_role("button", name="Notifications while Hanabi is closed").click()
    page.get_by_label("Quiet hours").check()
    expect(page.get_by_label("From")).to_have_value("22:00")
    page.get_by_label("Quiet hours").uncheck()
    assert axe(page) == []
    page.locator('[data-push="off"]').click()
    page.locator('[data-push="on"]').wait_for()
    push_service.key = from_base64(page.evaluate("fetch('/api/push').then((answer) => answer.json())")["key"])

    session: CDPSession = page.context.new_cdp_session(page)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    until(lambda: bool(page.evaluate("1") and registrations), 30)

    def shown() -> list[str]:
        """What the service received is carried to the browser, whose worker shows it."""
        until(lambda: bool(page.evaluate("1") and push_service.received), 120)
        pushed = push_service.received.pop()
        message = {"origin": notifying_server.address, "registrationId": registrations[0], "data": json.dumps(pushed)}
        found: list[list[str]] = []

        def is_shown() -> bool:
            # Not to somebody who looks at that very page, and a page that was just left may still count as open.
            session.send("ServiceWorker.deliverPushMessage", message)
            page.wait_for_timeout(200)
            found.extend(one for one in page.evaluate(NOTIFICATIONS) if one[2] == pushed["path"])
            return bool(found)

        until(is_shown, 60)
        return found[0]

    page.goto("/puzzles")
    mates.act(next(action for action in mates.game.legal_actions() if isinstance(action, Clue)))
    assert shown() == ["Your turn", "At the table: Ana and Bo", mates.path]
    mates.act(Play(next(slot for slot in range(5) if mates.game.card(1, slot).rank > 1)))
    mates.close()
    page.goto(mates.path)
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/review")):
        page.locator(".end").get_by_role("link", name="Review").click()
    page.goto("/puzzles")
    assert shown()[::2] == ["Your review is ready", f"/review/table/{mates.table}"]
