"""How fast bots move at a table: chosen by those who are connected, in the memory of this process."""

from collections.abc import Collection

from hanabi.tables.commands import ChoosePace

# How many times the usual pause each choice is.
FACTORS = {"slow": 2.5, "normal": 1.0, "fast": 0.25}


class BotPace:
    def __init__(self) -> None:
        self._chosen: dict[int, float] = {}
        # Until it is a person's turn, bots make no pause.
        self.skips = False

    def choose(self, seat: int, command: ChoosePace) -> None:
        self._chosen[seat] = FACTORS[command.pace]

    def factor(self, connected: Collection[int]) -> float:
        """The slowest of what the connected players chose."""
        if self.skips:
            return 0.0
        return max((factor for seat, factor in self._chosen.items() if seat in connected), default=1.0)
