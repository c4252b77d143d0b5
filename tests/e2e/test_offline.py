"""The service worker: the client starts without a network, keeps nothing private, and shows what is pushed."""

import json
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from e2e.conftest import PHONE, Axe, Server, Visit, until
from e2e.test_course import solve
from support.browser_actions import wait_for_turn

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
    page.get_by_role("link", name="Next puzzle").click()
    page.locator("[data-puzzle]").wait_for()
    expect(page.get_by_text("You are offline")).to_be_visible()
    page.get_by_role("button", name="Show the solution").click()
    page.locator("[data-right]").wait_for()

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


def test_a_push_is_shown_and_the_settings_are_there(visit: Visit, axe: Axe, server: Server) -> None:
    page = visit("/", **ALLOWED, permissions=["notifications"])
    installed(page)
    session: CDPSession = page.context.new_cdp_session(page)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    until(lambda: bool(page.evaluate("1") and registrations), 30)
    pushed = {"title": "Your turn", "body": "At the table: Ana and Bo", "path": "/t/abc", "tag": "t"}
    message = {"origin": server.address, "registrationId": registrations[0], "data": json.dumps(pushed)}
    session.send("ServiceWorker.deliverPushMessage", message)
    notifications = """() => navigator.serviceWorker.ready
      .then((worker) => worker.getNotifications())
      .then((all) => all.map(({ title, body, data }) => [title, body, data]))"""
    until(lambda: bool(page.evaluate(notifications)), 30)
    assert page.evaluate(notifications) == [["Your turn", "At the table: Ana and Bo", "/t/abc"]]
    page.goto("/settings")
    page.get_by_role("heading", name="Notifications while Hanabi is closed").wait_for()
    page.get_by_label("Quiet hours").check()
    expect(page.get_by_label("From")).to_have_value("22:00")
    assert axe(page) == []
