"""Whether the database takes writes and can be read: found out by the heartbeat, said once in the log."""

import logging
import time

from hanabi.server.database.errors import is_corruption, problem_of

logger = logging.getLogger("hanabi.health")
# A failed write is believed for so long, even if a heartbeat gets through meanwhile.
BELIEVED_SECONDS = 4.0
# A problem that comes and goes is logged once in so many seconds.
REPEATED_SECONDS = 60.0


class StoreHealth:
    def __init__(self) -> None:
        self.problem: str | None = None
        self._lasts = False
        self._failed_at = 0.0
        self._logged_at = float("-inf")
        self._is_logged = False

    def failed(self, problem: str, *, lasts: bool = False) -> None:
        """Note a problem; one that `lasts` is over only when the server is started again."""
        now = time.monotonic()
        if self.problem is None and now - self._logged_at > REPEATED_SECONDS:
            self._logged_at, self._is_logged = now, True
            logger.error("the database is not well", extra={"problem": problem})
        if not self._lasts:
            self.problem, self._failed_at, self._lasts = problem, now, lasts

    def noticed(self, error: BaseException) -> None:
        """Of errors on other paths only corruption is a problem of the database and not of the statement."""
        if is_corruption(error):
            self.failed(problem_of(error), lasts=True)

    def succeeded(self) -> None:
        if self.problem is None or self._lasts or time.monotonic() - self._failed_at < BELIEVED_SECONDS:
            return
        self.problem = None
        if self._is_logged:
            self._is_logged = False
            logger.warning("the database is well again")
