"""What it takes to be a bot."""

from typing import Protocol, runtime_checkable

from hanabi.rules.actions import Action
from hanabi.rules.views import View

# What comes before a command line in the name of a bot that is another program (docs/line-protocol.md).
PROGRAM_PREFIX = "exec:"


@runtime_checkable
class Bot(Protocol):
    """Chooses one of `view.legal_actions` from what its seat may know, and from nothing else.

    A table asks each of its bots only when it is that seat's turn (or reward choice); what happened in between stands
    in `view.history`. A `name` may be added for tables to show.
    """

    def choose(self, view: View) -> Action: ...


class BotError(ValueError):
    """A bot that cannot be had: no such name, or a file that holds none."""
