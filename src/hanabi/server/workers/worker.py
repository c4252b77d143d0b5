"""A worker process: it inherits listening sockets, shared memory and a channel from its supervisor.

The inherited descriptors are listed in an environment variable. A worker runs the same command line as its supervisor
in a new interpreter, so that after an update new workers run the new version.
"""

import os
import socket
from dataclasses import dataclass

import msgspec

from hanabi.server.workers.handover import Handover, Mailboxes
from hanabi.server.workers.shared_counters import SharedCounters
from hanabi.server.workers.shared_reviews import SharedReviews

VARIABLE = "HANABI_WORKER"
READY = b"r"


class Inheritance(msgspec.Struct, frozen=True):
    """Descriptors, the worker's column in shared memory, and the number of workers."""

    listening: list[int]
    counters: int
    reviews: int
    # Both ends of each column's mailbox.
    mailboxes: list[tuple[int, int]]
    channel: int
    column: int
    workers: int


@dataclass(frozen=True)
class Worker:
    sockets: list[socket.socket]
    counters: SharedCounters
    reviews: SharedReviews
    handover: Handover
    channel: socket.socket
    workers: int

    def report_ready(self) -> None:
        """Tell the supervisor that this worker accepts connections."""
        self.channel.send(READY)

    def leave(self) -> None:
        """Release everything that is counted for this worker."""
        self.counters.clear_own()
        self.reviews.clear_own()
        self.handover.close()


def inherited_worker() -> Worker | None:
    """This process as a worker; None unless a supervisor started it."""
    text = os.environ.pop(VARIABLE, None)
    if text is None:
        return None
    given = msgspec.json.decode(text, type=Inheritance)
    channel = socket.socket(fileno=given.channel)
    channel.setblocking(False)
    sockets = [socket.socket(fileno=descriptor) for descriptor in given.listening]
    senders, receivers = ([socket.socket(fileno=end) for end in ends] for ends in zip(*given.mailboxes, strict=True))
    mailboxes = Mailboxes(senders, receivers)
    for owned in (channel, *sockets, *mailboxes.senders, *mailboxes.receivers):
        owned.set_inheritable(False)
    for descriptor in (given.counters, given.reviews):
        os.set_inheritable(descriptor, False)
    counters, reviews = (
        SharedCounters(given.counters, given.column),
        SharedReviews(given.reviews, given.column),
    )
    handover = Handover(mailboxes, counters, given.column)
    return Worker(sockets, counters, reviews, handover, channel, given.workers)


def environment(inheritance: Inheritance) -> dict[str, str]:
    """The environment of a worker. Only the supervisor talks to systemd."""
    variables = {name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"}
    return variables | {VARIABLE: msgspec.json.encode(inheritance).decode()}
