"""The browser client's types of the protocol are those of the server's messages."""

from pathlib import Path

from hanabi.web.typescript_types import typescript

PROTOCOL = Path(__file__).parents[2] / "web" / "src" / "lib" / "protocol.ts"


def test_the_types_of_the_client_are_current():
    assert PROTOCOL.read_text(encoding="utf-8") == typescript(), "run make protocol"
