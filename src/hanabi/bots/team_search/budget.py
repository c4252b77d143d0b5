"""How much the searching team player thinks."""

from typing import NamedTuple

UNLIMITED = 1 << 60


class Thinking(NamedTuple):
    """Worlds for the first moves of a game (more as the deck gets smaller), moves that are tried, and the margin."""

    worlds: int
    moves: int
    margin: int  # standard errors, in hundredths, that a move must gain on the team player's own


THINKING = {2: Thinking(20, 4, 100), 3: Thinking(10, 4, 50), 4: Thinking(10, 4, 50), 5: Thinking(10, 4, 50)}


def thinking_for(players: int, worlds: int | None = None) -> Thinking:
    usual = THINKING[players]
    return usual if worlds is None else usual._replace(worlds=worlds)
