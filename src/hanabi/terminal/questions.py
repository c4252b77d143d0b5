"""The words of a game that only show something: one function each, in the order of the help."""

from collections.abc import Callable
from typing import Protocol

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hanabi.bots.team import Team, readings_of
from hanabi.bots.team.explanations import level_at, note_text
from hanabi.game import Game
from hanabi.rules import AidLevel, View
from hanabi.terminal import table
from hanabi.terminal.rulebook import render_rules
from hanabi.terminal.saved_games import Seating
from hanabi.terminal.theme import Theme


class AskedSession(Protocol):
    """What an answer may use of the session."""

    game: Game
    seating: Seating
    console: Console
    lang: str
    aids: AidLevel
    theme: Theme

    @property
    def view(self) -> View: ...
    def show_table(self, *, again: bool = False) -> None: ...
    def usages(self) -> list[str]: ...
    def say(self, key: str, **values: object) -> str: ...


ANSWERS: dict[str, Callable[..., None]] = {}
ABOUT_TEAMMATES: set[str] = set()  # the words that are followed by a teammate


def _answer(show: Callable[[AskedSession], None]) -> None:
    """Adds the word of this function's name; `texts/terminal.json` has how it is typed, used and explained."""
    ANSWERS[show.__name__.strip("_")] = show


def _answer_about(show: Callable[[AskedSession, int], None]) -> None:
    """The same for a word that is followed by a teammate."""
    ANSWERS[show.__name__.strip("_")] = show
    ABOUT_TEAMMATES.add(show.__name__.strip("_"))


@_answer
def _table(session: AskedSession) -> None:
    session.show_table(again=True)


@_answer
def _pile(session: AskedSession) -> None:
    view = session.view
    if view.discards:
        session.console.print(table.render_discards(view, session.theme))
    else:
        session.console.print(session.say("play.discard_pile.empty"))
    if session.aids not in ("deduce", "expert"):
        return
    for suit in table.incompletable_fireworks(view):
        session.console.print(session.say(f"know.capped.{suit}"))
    session.console.print(session.say("know.reachable", score=view.best_score))


@_answer_about
def _knows(session: AskedSession, seat: int) -> None:
    view = session.view
    if session.aids == "paper":
        session.console.print(session.say("web.aids.paper.text"))
        return
    grid = Table(box=None, padding=(0, 1), pad_edge=False, title_justify="left", title_style="bold")
    grid.title = session.say("play.title.knows", player=view.names[seat])
    for card in view.hands[seat]:
        grid.add_column(session.say("play.slot", slot=card.slot + 1))
    grid.add_row(*(table.render_clues(card, session.theme, session.aids) for card in view.hands[seat]))
    if session.aids != "clues":
        grid.add_row(*(table.render_possibilities(view, card.open, session.theme) for card in view.hands[seat]))
    session.console.print(grid)


@_answer
def _conventions(session: AskedSession) -> None:
    if session.aids == "paper":
        session.console.print(session.say("web.aids.paper.text"))
        return
    view, level = session.view, level_at(session.seating.bots)
    lines = [
        f"{session.say('told.card', player=view.names[note.seat], slot=note.slot + 1)} {note_text(note, session.lang)}"
        for note in Team(level).notes(view)
    ]
    lines += [r.sentence for r in readings_of(view, level, session.lang, of_others=True)[-len(view.names) :]]
    for line in lines or [session.say("play.conventions.none")]:
        session.console.print(line)


@_answer
def _log(session: AskedSession) -> None:
    """At the level without aids, the last round of moves, which everybody has just seen."""
    moves = len(session.view.names) if session.aids == "paper" else len(session.view.history) + 1
    for line in table.render_log(session.view, session.lang, session.theme, moves):
        session.console.print(line)


@_answer
def _rules(session: AskedSession) -> None:
    session.console.print(render_rules(session.game.rules, session.lang, players=len(session.view.names)))


@_answer
def _help(session: AskedSession) -> None:
    grid = Table(box=None, padding=(0, 2), pad_edge=False, show_header=False)
    for name in session.usages():
        grid.add_row(Text(session.say(f"play.usage.{name}"), "bold"), session.say(f"play.help.{name}"))
    session.console.print(grid)
    session.console.print(session.say("play.help.places"))
    signs = table.render_signs(session.view, session.lang, session.theme)
    session.console.print(Text.assemble((session.say("play.title.signs") + "  ", "dim"), signs))
    if session.aids == "expert":
        session.console.print(table.render_legend(session.lang))
