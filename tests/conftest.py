import pytest
from hypothesis import HealthCheck, Phase, settings

from support.long_form import LONG

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
