from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hanabi.server.context import Context
from support.http_visitor import http_context


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    async with http_context(tmp_path, logins=0, subscriptions=0) as context:
        yield context
