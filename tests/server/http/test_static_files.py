"""The files of the browser client, and the page of a server without one."""

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.routing import Route

from hanabi.server.http.cookies import CookieKeys
from hanabi.server.http.static_files import NOT_BUILT, StaticFiles


class EveryKey(CookieKeys):
    """Accepts whatever is in the cookie."""

    def __init__(self) -> None: ...

    async def of(self, connection: HTTPConnection) -> str | None:
        return "a key"


def get(folder: Path, path: str, **headers: str) -> httpx.Response:
    files = StaticFiles(EveryKey(), folder)
    app = Starlette(routes=[Route("/", files.index), Route("/{file:path}", files.file)])

    async def request() -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app), base_url="http://tables.example"
        ) as client:
            return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return asyncio.run(request())


@pytest.mark.parametrize("path", ["/", "/t/some-table", "/rules"])
def test_without_a_built_client_a_page_says_how_to_build_it(tmp_path: Path, path: str) -> None:
    page = get(tmp_path / "static", path)
    assert (page.status_code, page.text) == (200, NOT_BUILT)
    assert page.headers["content-type"].startswith("text/html")
    assert "make serve" in page.text
    assert get(tmp_path / "static", "/index.js").status_code == 404


def test_the_built_client_is_served_and_hashed_files_are_kept_forever(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html>built</html>")
    (tmp_path / "assets" / "index-abc.js").write_text("let built")
    assert get(tmp_path, "/").text == get(tmp_path, "/t/some-table").text == "<html>built</html>"
    assert get(tmp_path, "/").headers["cache-control"] == "no-cache"
    script = get(tmp_path, "/assets/index-abc.js")
    assert script.text == "let built"
    assert "immutable" in script.headers["cache-control"]
    assert get(tmp_path, "/assets/other.js").status_code == 404


def test_a_file_is_sent_compressed_and_only_if_it_has_changed(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html>built</html>" * 100)
    plain = get(tmp_path, "/", accept_encoding="identity")
    packed = get(tmp_path, "/", accept_encoding="gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    assert packed.text == plain.text
    assert get(tmp_path, "/", if_none_match=plain.headers["etag"]).status_code == 304
    (tmp_path / "index.html").write_text("<html>built again</html>")
    assert get(tmp_path, "/", if_none_match=plain.headers["etag"]).text == "<html>built again</html>"


@pytest.mark.parametrize("name", ["%00.js", "a" * 5000 + ".js", "..%2f..%2fsecret.js"])
def test_a_name_that_no_file_has_is_no_page(tmp_path: Path, name: str) -> None:
    assert get(tmp_path, f"/{name}").status_code == 404
