"""docs/protocol.md, docs/limits.md and the sentences of refusals are current."""

import ast
from dataclasses import fields, replace
from pathlib import Path

import pytest

import limits_page
from hanabi.server.api import endpoints
from hanabi.server.http.openapi import openapi_document
from hanabi.server.settings import ServerLimits
from hanabi.server.wire.close_codes import CloseCode
from hanabi.texts import has
from limits_page import page
from protocol_reference import renewed
from typescript_types import api_types, protocol_types

ROOT = Path(__file__).parents[2]


def test_the_reference_in_the_document_is_current() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert renewed(text) == text, "run make protocol"
    assert all(f"| `{endpoint.method} {endpoint.path}" in text for endpoint in endpoints())


def test_the_client_has_the_types_of_these_messages() -> None:
    text = (ROOT / "client" / "src" / "lib" / "net" / "protocol.ts").read_text(encoding="utf-8")
    assert protocol_types() == text, "run make protocol"


def test_the_client_has_the_types_of_the_http_api() -> None:
    text = (ROOT / "client" / "src" / "lib" / "net" / "api-types.ts").read_text(encoding="utf-8")
    assert api_types(openapi_document(endpoints())) == text, "run make protocol"


def test_every_close_code_is_in_the_document() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert [code for code in CloseCode if f"\n| {code} |" not in text] == []


def refusal_codes() -> set[str]:
    codes: set[str] = set()
    for file in (ROOT / "src" / "hanabi" / "server").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refused", "refusal_response"):
                codes |= {str(arg.value) for arg in node.args[:1] if isinstance(arg, ast.Constant)}
    return codes


def test_every_refusal_has_a_sentence() -> None:
    codes = refusal_codes()
    assert "not_host" in codes
    assert {code for code in codes if not has(f"table.refused.{code}") and not has(f"illegal.{code}")} == set()


def test_every_refusal_of_a_command_is_in_the_document() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    unnamed = {code for code in refusal_codes() if f"`{code}`" not in text and not has(f"illegal.{code}")}
    assert unnamed == set()


def test_the_page_of_limits_is_current() -> None:
    assert (ROOT / "docs" / "limits.md").read_text(encoding="utf-8") == page(), "run make protocol"


def test_every_limit_is_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each limit changes the page; `per_seconds` is the time of another one."""
    before = page()
    for name in (field.name for field in fields(ServerLimits)):
        monkeypatch.setattr(limits_page, "LIMITS", replace(ServerLimits(), **{name: 7}))
        assert limits_page.page() != before, name
