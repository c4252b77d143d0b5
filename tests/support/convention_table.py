"""A table whose players use conventions: what they think about cards, and what they would do."""

from dataclasses import dataclass, replace
from typing import Any

from hanabi.bots.team import Team
from hanabi.bots.team.engine.conventions.belief import belief
from hanabi.bots.team.engine.conventions.chop import chop
from hanabi.bots.team.engine.levels import conventions_at
from hanabi.bots.team.explanations import readings_of
from hanabi.bots.team.runtimes import PlainRuntime, follow_view
from hanabi.rules import Action, faces_in
from support.text_table import Table, a_table


@dataclass(frozen=True)
class Club:
    """A table where everybody uses the conventions of one level, `without` those switched off."""

    table: Table
    level: int
    without: tuple[str, ...] = ()

    def clues(self, name: str, about: str | int) -> "Club":
        return replace(self, table=self.table.clues(name, about))

    def plays(self, card: str) -> "Club":
        return replace(self, table=self.table.plays(card))

    def discards(self, card: str) -> "Club":
        return replace(self, table=self.table.discards(card))

    def thinks(self, name: str, whose: str | None = None) -> list[str]:
        """The faces that `name` considers possible for each card of a hand, oldest first; `-` if nothing was said."""
        mind = self._runtime(name).mind
        seat = self.table.referee.players.index(whose or name)
        view = self.table.view(name)
        cells = mind.table.hands[seat][: mind.table.held[seat]]
        marked = [cell for cell in cells if mind.cards.clues[cell] or mind.cards.marks[cell]]
        faces = {cell: faces_in(view.rules, belief(view.rule_tables, mind, cell)) for cell in marked}
        return [" ".join(sorted(map(str, faces[cell]))) if cell in faces else "-" for cell in cells]

    def chop_of(self, name: str) -> int | None:
        """The slot of the chop."""
        mind = self._runtime(name).mind
        cell = chop(mind, mind.me)
        return mind.table.hands[mind.me].index(cell) if cell >= 0 else None

    def hears(self, name: str, lang: str = "en") -> str:
        """The latest clue as explained to `name`."""
        return readings_of(self.table.view(name), self.level, lang, without=self.without)[-1].sentence

    def choice(self) -> Action:
        """The choice of the player to act."""
        assert self.table.player is not None
        return Team(self.level, without=self.without).choose(self.table.view(self.table.player))

    def does(self) -> "Club":
        return replace(self, table=self.table.does(self.choice()))

    def _runtime(self, name: str) -> PlainRuntime:
        *_, (_, runtime) = follow_view(self.table.view(name), conventions_at(self.level, self.without))
        return runtime


def a_club(text: str, level: int = 3, without: tuple[str, ...] = (), **switches: Any) -> Club:
    return Club(a_table(text, **{"empty_clues": False} | switches), level, without)
