"""A table whose players think in conventions: what somebody takes a card for, and what they would do."""

from dataclasses import dataclass, replace
from typing import Any

from hanabi.bots.team import Team
from hanabi.bots.team.engine.conventions.belief import belief
from hanabi.bots.team.engine.conventions.chop import chop
from hanabi.bots.team.engine.levels import conventions_at
from hanabi.bots.team.explanations import readings_of
from hanabi.bots.team.observed_moves import MoveObserver, StartPosition
from hanabi.bots.team.runtimes import PlainRuntime
from hanabi.rules.actions import Action
from hanabi.rules.views import faces_in
from support.text_table import Table, a_table


@dataclass(frozen=True)
class Club:
    """A table where everybody keeps to the conventions of one level, `without` those that are switched off."""

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
        """What `name` takes each card of a hand for, oldest first; `-` where nothing was said of a card."""
        mind = self._runtime(name).mind
        seat = self.table.referee.players.index(whose or name)
        view = self.table.view(name)
        cells = mind.hands[seat][: mind.held[seat]]
        known = [cell for cell in cells if mind.clues[cell] or mind.marks[cell]]
        faces = {cell: faces_in(view.rules, belief(view.rule_tables, mind, cell)) for cell in known}
        return [" ".join(sorted(map(str, faces[cell]))) if cell in faces else "-" for cell in cells]

    def chop_of(self, name: str) -> int | None:
        """The slot of the card that goes next."""
        mind = self._runtime(name).mind
        cell = chop(mind, mind.me)
        return mind.hands[mind.me].index(cell) if cell >= 0 else None

    def hears(self, name: str, lang: str = "en") -> str:
        """The latest clue in words, as it speaks to `name`."""
        return readings_of(self.table.view(name), self.level, lang, without=self.without)[-1].sentence

    def choice(self) -> Action:
        """What the player to act does."""
        assert self.table.player is not None
        return Team(self.level, without=self.without).choose(self.table.view(self.table.player))

    def does(self) -> "Club":
        return replace(self, table=self.table.does(self.choice()))

    def _runtime(self, name: str) -> PlainRuntime:
        view = self.table.view(name)
        assert view.seat is not None
        start = StartPosition.of(view)
        runtime = PlainRuntime(view.rule_tables, view.seat, conventions_at(self.level, self.without), start)
        observer = MoveObserver(view.rules, len(view.names), start)
        for events in view.history:
            runtime.observe_move(*observer.observe(events))
        return runtime


def a_club(text: str, level: int = 3, without: tuple[str, ...] = (), **switches: Any) -> Club:
    return Club(a_table(text, **{"empty_clues": False} | switches), level, without)
