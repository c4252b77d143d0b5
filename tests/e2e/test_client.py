"""The client that is served is built from its sources (`make lint` checks their types)."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_what_is_served_is_built_from_these_sources() -> None:
    sys.path.insert(0, str(ROOT))
    from hatch_build import is_fresh

    assert is_fresh(ROOT), "the built client is out of date: pip install -e . rebuilds it"


def test_the_lock_file_names_no_registry() -> None:
    lock = (ROOT / "client" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock


def test_built_files_are_not_committed() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "src/hanabi/server/http/static"], cwd=ROOT, capture_output=True, text=True
    )
    assert listed.stdout == ""
