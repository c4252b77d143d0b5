"""What it takes to be a bot whose whole games are compiled."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from hanabi.bots.bot import Bot
from hanabi.rules.ruleset import RuleSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class GameChunk:
    """Games `first`, `first + 1`, … of a seed, as many as `scores` has places; their results go into the arrays.

    `broken` counts, for bots with a code, the moves of a game that told teammates something false. `log` takes a row of
    action ids a game, ended by -1; with no rows nothing is logged.
    """

    rules: RuleSet
    players: int
    seed: int
    first: int
    scores: "NDArray[np.int64]"
    outcomes: "NDArray[np.int64]"
    broken: "NDArray[np.int64]"
    log: "NDArray[np.int16]"


class CompiledGames(Protocol):
    """Whole games of one line-up, much faster than by one view a move."""

    chunk_games: int  # games to play in one go: a second or so of work
    searches: bool  # whether a game takes seconds, so that comparisons play fewer of them

    def play_games(self, chunk: GameChunk) -> None:
        """The same games as by `choose`, wherever and in whatever chunks they are played."""


@runtime_checkable
class CompiledBot(Bot, CompiledGames, Protocol):
    """A bot that also plays whole games in every seat.

    The arena finds it by this protocol alone: a class on the roster that has these members needs no other entry.
    """

    name: str


@runtime_checkable
class JoinedBot(CompiledBot, Protocol):
    """A compiled bot that also plays whole games with some others."""

    def joined(self, lineup: Sequence[Bot]) -> CompiledGames | None:
        """The games of this line-up, one bot a seat; None if they cannot be compiled together."""
