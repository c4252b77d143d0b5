"""The documentation site builds without a warning and has every page and every public name."""

import importlib
import shutil
import subprocess
import sys
import zlib
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MD = ".md"
PUBLIC = ("hanabi", "hanabi.review", "hanabi.bots", "hanabi.records", "hanabi.simulation", "hanabi.solvers")
INTERFACES = {
    "hanabi.simulation.gymnasium.HanabiPartnerEnv",
    "hanabi.simulation.gymnasium.HanabiVectorEnv",
    "hanabi.simulation.pettingzoo.env",
    "hanabi.simulation.pettingzoo.parallel_env",
    "hanabi.simulation.hle.rl_env.HanabiEnv",
    "hanabi.simulation.hle.pyhanabi.HanabiState",
}
ELSEWHERE = {
    f"hanabi.records.{name}" for name in ("Record", "RecordError", "load", "open_game")
}  # documented in `hanabi`


def build(docs: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build the site like `make docs`, but without running the notebooks."""
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-d", f"{site}-doctrees"]
    command += ["-D", "nb_execution_mode=off"] if find_spec("myst_nb") else []
    return subprocess.run([*command, str(docs), str(site)], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("docs") / "site"
    done = build(DOCS, site)
    assert done.returncode == 0, done.stderr
    return site


def test_every_page_is_on_the_site(site: Path) -> None:
    pages = {page.relative_to(DOCS).with_suffix(".html") for page in DOCS.rglob("*.md")}
    assert {page for page in pages if not (site / page).is_file()} == set()
    assert "everybody sees your cards but you" in (site / "index.html").read_text(encoding="utf-8")


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    inventory = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    documented = {line.split()[0] for line in zlib.decompress(inventory).decode().splitlines()}
    public = {f"{name}.{member}" for name in PUBLIC for member in importlib.import_module(name).__all__}
    assert public - documented == ELSEWHERE
    assert {"hanabi.client.TableClient.move", "hanabi.Game.view", *INTERFACES} <= documented


def test_broken_links_fail_the_build(tmp_path: Path) -> None:
    broken = {
        f"[rules](nowhere{MD})": f"nowhere{MD}",
        f"[rules](other{MD}#nothing)": "nothing",
        "![picture](pictures/none.png)": "none.png",
        "[code](../src/none.py)": "none.py",
        "```{eval-rst}\n.. automodule:: hanabi.none\n```": "hanabi.none",
    }
    docs = tmp_path / "docs"
    docs.mkdir()
    shutil.copy(DOCS / "conf.py", docs)
    (docs / f"other{MD}").write_text("# Other\n", encoding="utf-8")
    page = "\n\n".join(["# Title", *broken, "```{toctree}\nother\n```\n"])
    (docs / "index.md").write_text(page, encoding="utf-8")
    done = build(docs, tmp_path / "site")
    assert done.returncode != 0
    assert [name for name in broken.values() if name not in done.stderr] == []
