"""CONTRIBUTING.md, "Add a message at the table": the recipe is followed in a copy of the package."""

import asyncio
import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

from hanabi.texts import LANGUAGES, say
from protocol_reference import reference
from support.in_process_tables import RecordingClient, a_registry, a_table
from typescript_types import protocol_types

ROOT = Path(__file__).parents[3]
FEATURES, TEXTS = Path("hanabi/server/tables/features"), Path("hanabi/texts")


def recipe() -> tuple[str, str, str]:
    """The name of the module, its code, and its texts."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.split("### Add a message at the table\n")[1].split("\n### ")[0]
    code, texts = (
        textwrap.dedent(re.search(rf" *```{kind}\n(.*?) *```", section, re.DOTALL).group(1))  # type: ignore[union-attr]
        for kind in ("python", "json")
    )
    name = re.search(r"`features/(\w+\.py)`", section)
    assert name is not None
    return name[1], code, texts


def link_package(target: Path) -> None:
    """A copy of the package, of links except for the folders that the recipe writes to."""
    own = {Path("hanabi"), *FEATURES.parents, FEATURES, TEXTS} - {Path()}
    for folder in own:
        (target / folder).mkdir(parents=True, exist_ok=True)
        for path in (ROOT / "src" / folder).iterdir():
            if folder / path.name not in own:
                (target / folder / path.name).symlink_to(path)


def test_the_recipe_for_a_message_works_as_it_is_written(tmp_path: Path) -> None:
    name, code, texts = recipe()
    link_package(tmp_path)
    (tmp_path / FEATURES / name).write_text(code, encoding="utf-8")
    catalog = tmp_path / TEXTS / "web.json"
    merged = json.loads(catalog.read_text(encoding="utf-8")) | json.loads(texts)
    catalog.unlink()
    catalog.write_text(json.dumps(merged), encoding="utf-8")
    paths = [tmp_path, ROOT / "tests", ROOT / "tools"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    done = subprocess.run([sys.executable, __file__, tmp_path], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


async def wave(folder: Path) -> None:
    async with a_registry(folder) as context:
        live = await a_table(context, 2)
        ana, bo = (RecordingClient(context, live, key) for key in ("k0", "k1"))
        answer = await ana.send_command(type="wave", id="w")
        row = (await context.registry.store.read(live.table.id, live.table.n - 1))[0]
        assert json.loads(row.body) == {"type": "waved", "seat": 0}
        (event,) = bo.state["events"]
        assert (event["type"], event["seat"], event["n"]) == ("waved", 0, answer["n"])
        assert (await RecordingClient(context, live, None).send_command(type="wave", id="w"))["code"] == "not_seated"
    async with a_registry(folder) as context:
        live = await context.registry.live_table(live.table.id)
        assert RecordingClient(context, live, "k1", since=0).state["events"] == [event]
        assert await RecordingClient(context, live, "k0").send_command(type="wave", id="w") == answer


if __name__ == "__main__":
    asyncio.run(wave(Path(sys.argv[1])))
    assert all("Ana" in say("web.log.waved", language, player="Ana") for language in LANGUAGES)
    types, page = protocol_types(), reference()
    assert all(part in types for part in ('type: "wave";', 'type: "waved";', "| WaveCommand", "| WavedEvent"))
    assert "**`wave`** – Wave to everybody at the table." in page
    assert "**`waved`**" in page
