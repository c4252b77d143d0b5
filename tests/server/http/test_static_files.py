"""The files of the browser client, and the page of a server without a client."""

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.routing import Route

from hanabi.server.http.cookies import CookieKeys
from hanabi.server.http.static_files import NOT_BUILT, StaticFiles

pytestmark = pytest.mark.anyio


class EveryKey(CookieKeys):
    """Accepts any cookie."""

    def __init__(self) -> None: ...

    async def of(self, connection: HTTPConnection) -> str | None:
        return "a key"


async def get(folder: Path, path: str, **headers: str) -> httpx.Response:
    files = StaticFiles(EveryKey(), folder)
    app = Starlette(routes=[Route("/", files.index), Route("/{file:path}", files.file)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://tables.example") as client:
        return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


@pytest.mark.parametrize("path", ["/", "/t/some-table", "/rules"])
async def test_without_a_built_client_a_page_says_how_to_build_it(tmp_path: Path, path: str) -> None:
    page = await get(tmp_path / "static", path)
    assert (page.status_code, page.text) == (200, NOT_BUILT)
    assert page.headers["content-type"].startswith("text/html")
    assert "make serve" in page.text
    assert (await get(tmp_path / "static", "/index.js")).status_code == 404


async def test_the_built_client_is_served_and_hashed_files_are_cached_forever(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html>built</html>")
    (tmp_path / "assets" / "index-abc.js").write_text("let built")
    assert (await get(tmp_path, "/")).text == (await get(tmp_path, "/t/some-table")).text == "<html>built</html>"
    assert (await get(tmp_path, "/")).headers["cache-control"] == "no-cache"
    script = await get(tmp_path, "/assets/index-abc.js")
    assert script.text == "let built"
    assert "immutable" in script.headers["cache-control"]
    assert (await get(tmp_path, "/assets/other.js")).status_code == 404


async def test_a_file_is_sent_compressed_and_only_if_it_has_changed(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html>built</html>" * 100)
    plain = await get(tmp_path, "/", accept_encoding="identity")
    packed = await get(tmp_path, "/", accept_encoding="gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    assert packed.text == plain.text
    assert (await get(tmp_path, "/", if_none_match=plain.headers["etag"])).status_code == 304
    (tmp_path / "index.html").write_text("<html>built again</html>")
    assert (await get(tmp_path, "/", if_none_match=plain.headers["etag"])).text == "<html>built again</html>"


@pytest.mark.parametrize("name", ["%00.js", "a" * 5000 + ".js", "..%2f..%2fsecret.js"])
async def test_a_name_that_no_file_has_is_not_found(tmp_path: Path, name: str) -> None:
    assert (await get(tmp_path, f"/{name}")).status_code == 404
