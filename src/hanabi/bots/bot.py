"""The interface of a bot."""

from typing import Protocol, runtime_checkable

from hanabi.rules import Action, View

# The name of a bot that is another program is this prefix and a command line (docs/line-protocol.md).
PROGRAM_PREFIX = "exec:"


@runtime_checkable
class Bot(Protocol):
    """Chooses one of `view.legal_actions` from the knowledge of its seat alone.

    A table asks a bot only on its turn (or for its reward choice); `view.history` has what happened in between. Tables
    show its `name` if it has one.
    """

    def choose(self, view: View) -> Action: ...


class BotError(ValueError):
    """A bot that cannot be created: there is no such name, or the file has no bot."""
