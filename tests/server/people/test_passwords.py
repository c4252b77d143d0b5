"""Which passwords are refused, and that a comparison does not reveal whether the name is known."""

import asyncio
import threading

import pytest
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from hanabi.server.people.accounts import MAX_WAITING, MIN_LENGTH, PasswordHashes, is_weak
from hanabi.server.refusals import Refused

pytestmark = pytest.mark.anyio


def test_the_commonest_ten_thousand_are_refused() -> None:
    commonest = FREQUENCY_LISTS["passwords"][:10_000]
    assert len(commonest) == 10_000
    assert [password for password in commonest if not is_weak(password, "Ana")] == []


@pytest.mark.parametrize(
    "password", ["12345678", "password", "PassWord", "Password1", "aaaaaaaaaaaa", "ababababab", "short7!"]
)
def test_obvious_guesses_are_refused(password: str) -> None:
    assert is_weak(password, "Ana")


def test_a_name_is_not_a_password_for_itself() -> None:
    assert is_weak("Anamaria-Łucja", "ANAMARIA-łucja")
    assert not is_weak("Anamaria-Łucja", "Ana")


@pytest.mark.parametrize("password", ["correct horse", "żółw-12-gęś", "x7#kQp2!" + "z" * (MIN_LENGTH - 8)])
def test_other_passwords_are_accepted(password: str) -> None:
    assert not is_weak(password, "Ana")


async def test_a_password_matches_its_own_hash_and_nothing_matches_nobody() -> None:
    hashes = PasswordHashes()
    stored = await hashes.hash("correct horse")
    assert await hashes.matches(stored, "correct horse")
    assert not await hashes.matches(stored, "wrong horse")
    assert not await hashes.matches("deleted", "correct horse")
    assert not await hashes.matches(None, "nobody's password")


async def test_only_a_few_strangers_wait_for_the_password_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that was signed in before waits for none of them."""
    hashes, is_open = PasswordHashes(), threading.Event()
    monkeypatch.setattr(hashes, "_matches", lambda stored, password: is_open.wait() and password == "right")
    checks = [asyncio.ensure_future(hashes.matches("", "wrong", f"192.0.2.{number}")) for number in range(200)]
    await asyncio.sleep(0)
    known = asyncio.ensure_future(hashes.matches("", "right"))
    refused, _ = await asyncio.wait(checks, timeout=0.05)
    assert len(refused) == 200 - 1 - MAX_WAITING
    assert all(isinstance(check.exception(), Refused) for check in refused)
    is_open.set()
    assert await known
    assert sum(check.done() for check in checks) <= len(refused) + 2
    await asyncio.wait(checks)
