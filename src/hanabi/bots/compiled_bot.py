"""The interface of bots whose whole games are compiled."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from hanabi.bots.bot import Bot
from hanabi.rules import RuleSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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


class CompiledGames(Protocol):
    """Whole games of one line-up, much faster than with one view per move."""

    chunk_games: int  # games per chunk: about a second of work
    searches: bool  # whether a game takes seconds, so that comparisons play fewer games

    def play_games(self, chunk: GameChunk) -> None:
        """Play the same games as `choose` would, on any machine and in any chunks."""


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
