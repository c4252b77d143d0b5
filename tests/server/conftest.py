"""Fixtures of the server's tests: databases, and a server in the test's own process."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from hanabi.server.context import Context
from support.http_visitor import http_context
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


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Runs a test on both databases, each of them new."""
    if request.param == "sqlite":
        yield str(tmp_path / "tables.db")
    else:
        with a_database() as dsn:
            yield dsn


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    """A server on an SQLite file."""
    async with http_context(tmp_path) as context:
        yield context
