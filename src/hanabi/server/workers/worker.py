"""What a worker has from its supervisor: the listening sockets, shared memory, and a channel between the two.

They are inherited descriptors, named in the environment. A worker runs the same command line as its supervisor, in a
program of its own: after an update, new workers are the new version.
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
    """Descriptors, the worker's column in shared memory, and how many workers there are."""

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

    def is_ready(self) -> None:
        """Tell the supervisor that this worker accepts connections."""
        self.channel.send(READY)

    def leave(self) -> None:
        """Free what is counted for this worker; it ends."""
        self.counters.clear_own()
        self.reviews.clear_own()
        self.handover.close()


def inherited() -> Worker | None:
    """This process as a worker, where a supervisor has started it."""
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
    counters, reviews = SharedCounters(given.counters, given.column), SharedReviews(given.reviews, given.column)
    handover = Handover(mailboxes, counters, given.column)
    return Worker(sockets, counters, reviews, handover, channel, given.workers)


def environment(given: Inheritance) -> dict[str, str]:
    """That of a worker. Only the supervisor talks to the service manager."""
    kept = {name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"}
    return kept | {VARIABLE: msgspec.json.encode(given).decode()}
