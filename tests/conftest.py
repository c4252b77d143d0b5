from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from support.long_form import LONG

# Tests that run servers, workers and browsers in processes of their own. On a loaded machine one of these can get too
# little time, so they are tried once more; the summary names each that was (`RERUN`).
TESTS = Path(__file__).parent
WITH_PROCESSES = {TESTS / name for name in ("cli", "e2e", "server", "test_service.py", "test_wheel.py")}

settings.register_profile(
    "quick",
    max_examples=10,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a whole game does not shrink
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=200, derandomize=False)
settings.load_profile("thorough" if LONG else "quick")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Coroutine tests run on asyncio."""
    return "asyncio"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if WITH_PROCESSES & {item.path, *item.path.parents}:
            item.add_marker(pytest.mark.flaky(reruns=1))
