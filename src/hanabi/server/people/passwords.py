"""Passwords: which ones are refused, and how they are hashed."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from hanabi.server.tables import skeleton

MIN_LENGTH = 8
# Passwords with fewer different characters are weak.
MIN_DIFFERENT = 3


@cache
def common_passwords() -> frozenset[str]:
    """The passwords of zxcvbn's list of 30,000 common ones that are long enough for us."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(word for word in FREQUENCY_LISTS["passwords"] if len(word) >= MIN_LENGTH)


def is_weak(password: str, name: str) -> bool:
    """Whether it is too short, or among the first guesses for this name."""
    if len(password) < MIN_LENGTH or len(set(password)) < MIN_DIFFERENT:
        return True
    return skeleton(password) == skeleton(name) or password.casefold() in common_passwords()


class PasswordHashes:
    """Argon2id in its own thread, with OWASP's smallest recommended setting: 19 MiB, two passes."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._thread = ThreadPoolExecutor(1, "hanabi-passwords")
        self._decoy: str | None = None

    async def is_weak(self, password: str, name: str) -> bool:
        return await asyncio.get_running_loop().run_in_executor(self._thread, is_weak, password, name)

    async def hash(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._hasher.hash, password)

    async def matches(self, stored: str | None, password: str) -> bool:
        """Takes equally long for a right password, a wrong one and an unknown name (`stored` is None)."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._matches, stored, password)

    def _matches(self, stored: str | None, password: str) -> bool:
        if self._decoy is None:
            self._decoy = self._hasher.hash("nobody's password")
        try:
            self._hasher.verify(stored or self._decoy, password)
        except (Argon2Error, InvalidHashError):
            return False
        return stored is not None
