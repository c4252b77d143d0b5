"""docs/view.md lists all that a view offers."""

from pathlib import Path

import hanabi
from view_page import page, view_rows

ROOT = Path(__file__).parents[2]


def test_the_page_is_current() -> None:
    assert (ROOT / "docs" / "view.md").read_text(encoding="utf-8") == page() + "\n", "run make protocol"


def test_every_name_of_a_view_is_described() -> None:
    view = hanabi.Game.new(players=2, seed=1).view(seat=0)
    offered = {name for name in dir(view) if not name.startswith("_")}
    described = {name.partition("(")[0]: text for name, (_, text) in view_rows().items()}
    assert described.keys() == offered
    assert all(described.values())
