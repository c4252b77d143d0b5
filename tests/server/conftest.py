from collections.abc import Iterator
from pathlib import Path

import pytest

from support.postgres import a_database


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The address of an empty PostgreSQL database, shared by the tests of a module."""
    with a_database() as dsn:
        yield dsn


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Runs a test on both databases."""
    return str(tmp_path / "tables.db") if request.param == "sqlite" else str(request.getfixturevalue("postgres"))
