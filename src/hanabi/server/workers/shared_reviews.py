"""Progress of reviews, shared by the workers of one machine; only one worker makes reviews at a time."""

import fcntl
import mmap
import os
import secrets
import struct
from collections.abc import Mapping
from itertools import islice
from typing import Literal

from hanabi.server.archive.review_queue import MAX_WAITING, ReviewStatus
from hanabi.server.workers.shared_counters import keyed_hash, new_shared_file

SECRET_BYTES = 16
_HEADER = struct.Struct(f"{SECRET_BYTES}sII")
# The hash of the subject, the progress, and the number of reviews ahead of it (-1 while it is running).
_JOB = struct.Struct("Qfi")
_COLUMN = MAX_WAITING * _JOB.size


class SharedReviews:
    """One column per worker; only that worker writes to it."""

    def __init__(self, descriptor: int, column: int | None = None) -> None:
        self.descriptor, self._column = descriptor, column
        self._memory = mmap.mmap(descriptor, 0)
        self._secret, self._columns, _ = _HEADER.unpack_from(self._memory)

    @classmethod
    def create(cls, columns: int) -> "SharedReviews":
        header = _HEADER.pack(secrets.token_bytes(SECRET_BYTES), columns, 0)
        return cls(new_shared_file(_HEADER.size + columns * _COLUMN, header))

    def close(self) -> None:
        self._memory.close()
        os.close(self.descriptor)

    def publish(self, queue: Mapping[str, ReviewStatus]) -> None:
        """Show this worker's queue to the other workers."""
        assert self._column is not None
        jobs = []
        for subject, status in islice(queue.items(), MAX_WAITING):
            ahead = -1 if status.state == "running" else status.ahead
            jobs.append(_JOB.pack(keyed_hash(self._secret, subject), status.progress, ahead))
        self._write(self._column, b"".join(jobs))

    def status(self, subject: str) -> ReviewStatus | None:
        """The status of a review in another worker; None if no other worker has it."""
        subject_hash = keyed_hash(self._secret, subject)
        for column in range(self._columns):
            if column == self._column:
                continue
            start = self._place(column)
            for hashed, progress, ahead in _JOB.iter_unpack(self._memory[start : start + _COLUMN]):
                if hashed == subject_hash:
                    state: Literal["running", "waiting"] = "running" if ahead < 0 else "waiting"
                    return ReviewStatus(state, progress, max(0, ahead))
        return None

    def clear(self, column: int) -> None:
        self._write(column, b"")

    def clear_own(self) -> None:
        assert self._column is not None
        self.clear(self._column)

    def take_turn(self) -> bool:
        """Whether this worker may run a review now. Its turn ends at the latest when the process ends."""
        try:
            fcntl.lockf(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1)
        except OSError:
            return False
        return True

    def end_turn(self) -> None:
        fcntl.lockf(self.descriptor, fcntl.LOCK_UN, 1)

    def _place(self, column: int) -> int:
        return _HEADER.size + column * _COLUMN

    def _write(self, column: int, jobs: bytes) -> None:
        start = self._place(column)
        self._memory[start : start + _COLUMN] = jobs.ljust(_COLUMN, b"\0")
