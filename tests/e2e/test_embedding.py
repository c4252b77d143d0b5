"""A replay in a frame of a foreign page, and the preview that a link has."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from e2e.conftest import PHONE, Axe, Server, Visit
from support.browser_players import TableMates


@pytest.fixture
def foreign_site(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of another website, and the folder of its pages."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *arguments: object) -> None: ...

    site = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://localhost:{site.server_port}", tmp_path
    site.shutdown()
    site.server_close()


def test_a_replay_is_embedded_by_the_copied_code(
    visit: Visit, axe: Axe, server: Server, foreign_site: tuple[str, Path]
) -> None:
    mates = TableMates(server.address, 3, seed="embedded")
    mates.advance()
    mates.close()
    page = visit(f"/r/{mates.table}?turn=4", permissions=["clipboard-read", "clipboard-write"])
    page.locator('[data-turn="4"]').wait_for()
    page.get_by_role("button", name="More").last.click()
    page.get_by_role("button", name="Copy the embed code").click()
    page.locator('[data-outcome="copied"]').wait_for()
    code = page.evaluate("navigator.clipboard.readText()")
    address, folder = foreign_site
    forbidden = f'<iframe id="page" src="{server.address}/r/{mates.table}"></iframe>'
    (folder / "blog.html").write_text(f"<!doctype html><title>Blog</title><main>{code}{forbidden}</main>")

    visit.forgive("frame-ancestors")
    visit.forgive("favicon")
    visit.forgive("404")
    visit.forgive("Failed to load resource")  # the foreign site has no icon
    blog = visit("/blog.html", base=address)
    frame = blog.frame_locator("iframe").first
    frame.locator('[data-turn="4"]').wait_for()
    frame.get_by_role("button", name="One turn forward").click()
    frame.locator('[data-turn="5"]').wait_for()
    assert blog.frame_locator("#page").locator(".board").count() == 0, "only /embed may be framed"

    phone = visit(f"/embed/r/{mates.table}?turn=4", **PHONE)
    phone.locator('[data-turn="4"]').wait_for()
    assert phone.context.cookies() == []
    assert axe(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360

    start = visit(f"/embed/r/{mates.table}")
    start.locator('[data-turn="0"]').wait_for()
    assert start.locator(".log").evaluate("(log) => log.scrollTop") == 0, "the end is not told at the beginning"
