import pytest

from support import text_table as table
from support.kernel_faces import FACES


@pytest.fixture(autouse=True, params=FACES)
def face(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every rule is checked on the plain and on the compiled referee."""
    monkeypatch.setattr(table, "face_in_use", request.param)
    return str(request.param)
