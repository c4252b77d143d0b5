"""The interfaces of bots: one move from one view, and whole compiled games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from hanabi.rules import Action, RuleSet, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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


@dataclass(frozen=True)
class GameChunk:
    """Games `first`, `first + 1`, … of a seed, one per element of `scores`; their results go into the arrays.

    For bots with a code, `broken` counts the moves of a game that told teammates something false. Each row of `log`
    takes the action ids of one game and then -1; it may have no rows.
    """

    rules: RuleSet
    players: int
    seed: int
    first: int
    scores: "NDArray[np.int64]"
    outcomes: "NDArray[np.int64]"
    broken: "NDArray[np.int64]"
    log: "NDArray[np.int16]"


class BatchSeat(Protocol):
    """A bot in one seat of every game of a batch. It keeps what this seat knows of each game."""

    def follow(
        self,
        states: "NDArray[np.void]",
        done: "NDArray[np.int64]",
        chosen: "NDArray[np.int64]",
        start: int,
        stop: int,
    ) -> None:
        """Follow the games from `start` to `stop` by one step; `states` are those after it.

        `done` has what each game did: an action id, DEAL for a new deal, or another negative number for nothing (see
        `compiled.batch_loops`). Where the bot is to act next, it writes its choice to `chosen`.
        """


@runtime_checkable
class BatchBot(Protocol):
    """A bot that can be a partner in many games at once."""

    searches: bool

    def in_batch(self, rules: RuleSet, players: int, seat: int, games: int) -> BatchSeat: ...


class CompiledGames(Protocol):
    """Whole games of one line-up, much faster than with one view per move."""

    chunk_games: int  # games per chunk: about a second of work
    searches: bool  # whether a game takes seconds, so that comparisons play fewer games

    def play_games(self, chunk: GameChunk) -> None:
        """Play the same games as `choose` would, on any machine and in any chunks."""


@runtime_checkable
class InterpretedGames(CompiledGames, Protocol):
    """Compiled games that can also be played as ordinary Python: slower, but without compiling first."""

    quick_games: int  # up to how many games are done sooner that way
    quick_chunk_games: int  # games per chunk: about a second of work

    def is_compiled(self) -> bool:
        """Whether the machine code is there."""

    def interpret_games(self, chunk: GameChunk) -> None:
        """Play the same games as `play_games` would."""


@runtime_checkable
class CompiledBot(Bot, CompiledGames, Protocol):
    """A bot that also plays whole games in every seat.

    The arena recognizes it by this protocol alone.
    """

    name: str


@runtime_checkable
class JoinedBot(CompiledBot, Protocol):
    """A compiled bot that also plays whole games with some others."""

    def joined(self, lineup: Sequence[Bot]) -> CompiledGames | None:
        """The games of this line-up, one bot per seat; None if they cannot be compiled together."""
