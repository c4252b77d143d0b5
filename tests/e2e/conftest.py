"""A real server, a real Chromium, and pages that fail a test when anything goes wrong in them unnoticed."""

import email.policy
import fcntl
import json
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from support.browser_actions import wait_until_still
from support.server_process import NO_LIMITS

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"
# Replays and explanations are computed by processes that yield to everything else, on a machine that may be busy.
expect.set_options(timeout=60_000)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HANABI = (str(Path(sys.executable).with_name("hanabi")),)
ContextOptions = dict[str, Any]  # the keyword arguments of Browser.new_context
PHONE: ContextOptions = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1,
}
DESKTOP: ContextOptions = {"viewport": {"width": 1280, "height": 800}}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = pytest.mark.skip(reason="there is no Chromium here: apt install chromium")
    for item in items:
        if Path(__file__).parent in item.path.parents and CHROMIUM is None:
            item.add_marker(missing)


class Server:
    """`hanabi serve` in a process of its own, which a test may kill and start again."""

    def __init__(self, folder: Path, *options: str, command: Sequence[str] = HANABI) -> None:
        self.command, self.options = command, options
        self.database = folder / "tables.db"
        self.log = folder / "server.log"
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [*self.command, "serve", "--port", str(self.port), "--database", str(self.database)]
        command += ["--bot-pace", "0.05", *NO_LIMITS, "--review-depth", "quick", *self.options]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], 120)
        line = self.process.stdout.readline() if ready else ""
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server did not start: {line!r} {self.log.read_text()[-2000:]}"
        self.port = int(found[1])

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()


class LetterBoxes(Message):
    """A mail server, in a thread of its own."""

    def __init__(self) -> None:
        super().__init__(EmailMessage)
        self.received: list[EmailMessage] = []

    def handle_message(self, message: Any) -> None:
        self.received.append(message_from_bytes(bytes(message), policy=email.policy.default))


@pytest.fixture(scope="session")
def letter_boxes() -> Iterator[tuple[LetterBoxes, int]]:
    """With the port of the mail server."""
    boxes = LetterBoxes()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(boxes, hostname="127.0.0.1", port=port)
    controller.start()
    yield boxes, port
    controller.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, letter_boxes: tuple[LetterBoxes, int]) -> Iterator[Server]:
    smtp = f"smtp://127.0.0.1:{letter_boxes[1]}"
    mail = ("--smtp", smtp, "--mail-from", "Hanabi <hanabi@cards.example>", "--site", "https://cards.example")
    served = Server(tmp_path_factory.mktemp("server"), *mail)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One that a test may kill."""
    served = Server(tmp_path)
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


class Visit:
    """Opens an address in a browser of its own; errors in the page fail the test unless they are forgiven."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.pages: list[Page] = []
        self.troubles: list[str] = []
        self.forgiven: list[str] = []

    def __call__(
        self, path: str = "/", *, settings: dict[str, Any] | None = None, base: str = "", **context: Any
    ) -> Page:
        # What a page asks for is seen and changed by tests only without a service worker; its own tests allow it.
        usual: ContextOptions = {"locale": "en-US", "reduced_motion": "reduce", "service_workers": "block"}
        wanted = {**usual, **DESKTOP, **context}
        made = self.browser.new_context(base_url=base or self.address, **wanted)
        made.set_default_timeout(60_000)
        if settings is not None:
            kept = json.dumps(json.dumps(settings))
            made.add_init_script(
                f"localStorage.getItem('hanabi.settings') ?? localStorage.setItem('hanabi.settings', {kept})"
            )
        page = made.new_page()
        page.on("console", self._note_console_error)
        page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        page.goto(path)
        self.pages.append(page)
        return page

    def forgive(self, text: str) -> None:
        """Errors with this text do not fail the test."""
        self.forgiven.append(text)

    def _note_console_error(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        for page in self.pages:
            page.context.close()
        assert [trouble for trouble in self.troubles if not any(text in trouble for text in self.forgiven)] == []


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    opener = Visit(browser, server.address)
    yield opener
    opener.close()


Axe = Callable[..., list[str]]


def tools_are_installed(modules: Path) -> bool:
    """Whether npm has installed the versions of the lock file there, development tools included."""
    try:
        installed = json.loads((modules / ".package-lock.json").read_text(encoding="utf-8"))["packages"]
    except FileNotFoundError:
        return False
    locked = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    required = {name for name, package in locked.items() if name and not package.get("optional")}
    return required <= installed.keys() and all(
        package["version"] == locked.get(name, {}).get("version") for name, package in installed.items()
    )


@pytest.fixture(scope="session")
def node_modules() -> Path:
    """The client's tools from the lock file, installed once for all workers."""
    sys.path.insert(0, str(ROOT))
    from hatch_build import npm

    modules = CLIENT / "node_modules"
    with (CLIENT / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not tools_are_installed(modules):
            # `npm ci` deletes what it finds, and would follow the link into another checkout.
            assert not modules.is_symlink(), f"{modules} links to tools of other versions: remove the link"
            npm(CLIENT, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    return modules


@pytest.fixture(scope="session")
def axe(node_modules: Path) -> Axe:
    """The accessibility violations of a page, one line each; `by_night_and_day` those of its colors in both schemes."""
    source = (node_modules / "axe-core" / "axe.min.js").read_text(encoding="utf-8")

    def examine(page: Page, options: str) -> list[str]:
        result = page.evaluate(f"axe.run(document, {{resultTypes: ['violations'], {options}}})")
        return [
            f"{violation['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
            for violation in result["violations"]
            for node in violation["nodes"]
        ]

    def found(page: Page, *, by_night_and_day: bool = False) -> list[str]:
        # A screen is fetched when it is first opened: before that there is nothing to examine.
        page.locator("main").first.wait_for()
        if not page.evaluate("'axe' in window"):
            page.evaluate(source)
        if not by_night_and_day:
            return examine(page, "")
        page.emulate_media(color_scheme="dark")
        wait_until_still(page)
        by_night = examine(page, "")
        page.emulate_media(color_scheme="light")
        wait_until_still(page)
        return by_night + [
            f"by day: {one}" for one in examine(page, "runOnly: ['color-contrast', 'link-in-text-block']")
        ]

    return found


def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for something outside the page."""
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, "it did not happen in time"
        time.sleep(0.02)
