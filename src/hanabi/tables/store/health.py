"""Whether the database takes writes and can be read: found out by the heartbeat, said once in the log."""

import logging
import time

from hanabi.tables.store.errors import is_corruption, problem_of

logger = logging.getLogger("hanabi.health")
# A failed write is believed for so long, even if a heartbeat gets through meanwhile.
BELIEVED_SECONDS = 4.0
# The same problem is logged again after so long.
REPEATED_SECONDS = 600.0


class StoreHealth:
    def __init__(self) -> None:
        self.problem: str | None = None
        self._lasts = False
        self._failed_at = 0.0
        self._logged: dict[str, float] = {}

    def failed(self, problem: str, *, lasts: bool = False) -> None:
        """Note a problem; one that `lasts` is over only when the server is started again."""
        now = time.monotonic()
        if not self._lasts:
            self.problem, self._failed_at = problem, now
        self._lasts = self._lasts or lasts
        if now - self._logged.get(problem, -REPEATED_SECONDS) >= REPEATED_SECONDS:
            self._logged[problem] = now
            logger.error("the database is not well", extra={"problem": problem})

    def noticed(self, error: BaseException) -> None:
        """Of errors on other paths only corruption is a problem of the database and not of the statement."""
        if is_corruption(error):
            self.failed(problem_of(error), lasts=True)

    def succeeded(self) -> None:
        if self.problem is None or self._lasts or time.monotonic() - self._failed_at < BELIEVED_SECONDS:
            return
        self.problem = None
        logger.warning("the database is well again")
